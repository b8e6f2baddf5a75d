// What the config seeded decides which model is asked.
const model = omw.host.memoryGet("handle") ?? "fallback";
const reply = omw.provider.get("openai").chat(model, [{ role: "user", content: "go on" }], []);
omw.host.log("info", reply.content);
