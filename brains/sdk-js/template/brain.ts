const model = omw.provider.get("model");
const stream = model.chatStream("any-model", [{
  role: "user",
  content: "Say hello.",
}], []);

let text = "";
for (;;) {
  const event = omw.host.recv();
  if (event.id !== stream) continue;
  if (event.kind === "error") throw new Error(event.payload);
  if (event.kind === "chat-end") break;
  if (event.kind === "chat-delta") text += event.payload.content ?? "";
}

text; // The value of the last statement is what the agent exits with.
