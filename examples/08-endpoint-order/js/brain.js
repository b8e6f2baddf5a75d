// Warms up before it answers; the test sends its request only after that.
const subscription = omw.host.subscribeEndpoint("gpt-4o");
const reply = omw.provider.get("openai").chat("gpt-4o", [{ role: "system", content: "warm up" }], []);

const { session } = omw.host.recv().payload;
omw.host.streamEndpoint(session, { content: reply.content });
omw.host.streamEndpoint(session, { finish_reason: "stop" });
omw.host.unsubscribeEndpoint(subscription);
