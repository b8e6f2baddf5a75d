// One question, one answer: `chat` waits for the whole reply.
const reply = omw.provider.get("openai").chat("gpt-test", [{ role: "user", content: "say hi" }], []);
omw.host.log("info", reply.content);
