/// <reference path="./omw.d.ts" />

// The agent's brain: a plain script that runs from top to bottom. Whatever happens meanwhile (pieces of a reply, results of tools,
// timers, messages of other agents) waits in the agent's one inbox, and `omw.host.recv()` takes the next event out of it.

const model = omw.provider.get("model"); // [providers.model] in omw.toml

// Asks and goes on at once. The handle tells later which events belong to this reply.
const reply = model.chatStream("any-model", [
  { role: "system", content: "Answer in one sentence." },
  { role: "user", content: "Say hello." },
], []);

let text = "";
for (;;) {
  const event = omw.host.recv();
  if (event.id !== reply) continue; // of another source
  if (event.kind === "error") throw new Error(event.payload); // ends the run as failed
  if (event.kind === "chat-end") break;
  if (event.kind === "chat-delta") text += event.payload.content ?? "";
}

omw.host.log("info", `the model says: ${text}`);

// The value of the last statement is what the agent exits with.
text;
