// The model asks for two tools at once: both calls are queued before either result is waited for.
const model = omw.provider.get("openai");
const tools = omw.tooling.get("mcp");

const question = { role: "user", content: "How warm is it in Oslo, and in Rome?" };
const wish = model.chat("gpt-test", [question], tools.listTools());

// `callTool` returns a handle at once; the result arrives in the inbox under that handle, whichever comes first.
const calls = wish.tool_calls.map((call) => ({ call, id: tools.callTool(call.name, JSON.parse(call.arguments)) }));
const results = new Map();
while (results.size < calls.length) {
  const event = omw.host.recv();
  if (!calls.some(({ id }) => id === event.id)) continue;
  results.set(event.id, event.kind === "error" ? `failed: ${event.payload}` : event.payload.value);
}

// The model hears the results in the order of its calls.
const messages = calls.flatMap(({ call, id }) => [
  { role: "assistant", tool_call: call },
  { role: "tool", content: results.get(id), tool_call: call },
]);
model.chat("gpt-test", [question, ...messages], []).content; // what the agent exits with
