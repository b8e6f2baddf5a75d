// Four chats with three models, for the assertions to tell apart.
const provider = omw.provider.get("openai");
for (const model of ["gpt-alpha", "gpt-beta", "gpt-gamma", "gpt-alpha"]) {
  const reply = provider.chat(model, [{ role: "user", content: `hello ${model}` }], []);
  omw.host.log("info", `${model}: ${reply.content}`);
}
