// A brain is a plain script: it asks, waits and answers. Whatever happens meanwhile arrives as events at `omw.host.recv()`.

const MODEL = "demo-model";
const MAX_TURNS = 8; // A model that asks for tools for ever must not keep the agent going for ever.

const model = omw.provider.get("model");
const tooling = omw.tooling.get("everything");

// The whole conversation so far; each request sends all of it.
const messages = [
  { role: "system", content: "Use the tools that you have. Answer in one sentence." },
  { role: "user", content: "What is 19 plus 23?" },
];

/** Waits for the next event of one source; this brain has nothing else to listen to. */
function next(id) {
  for (;;) {
    const event = omw.host.recv();
    if (event.id !== id) continue;
    if (event.kind === "error") throw new Error(event.payload);
    return event;
  }
}

/** Asks the model and shows its reply while it streams in. */
function ask() {
  const stream = model.chatStream(MODEL, messages, tooling.listTools());
  let content = "";
  let toolCall;
  for (let event = next(stream); event.kind !== "chat-end"; event = next(stream)) {
    const delta = event.payload;
    if (delta.content) {
      content += delta.content;
      omw.host.log("info", `model: ${content}`);
    }
    // Each one holds the call as far as it is known; the last is the whole.
    if (delta.tool_call) toolCall = delta.tool_call;
  }
  return { content, toolCall };
}

/** Calls the tool and waits for its result; `callTool` itself returns at once. */
function use({ name, arguments: args }) {
  omw.host.log("info", `the model asks for ${name} with ${args}`);
  const result = next(tooling.callTool(name, JSON.parse(args || "{}"))).payload;
  omw.host.log("info", `the tool says: ${result.value}`);
  return result.value;
}

function converse() {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const { content, toolCall } = ask();
    if (toolCall === undefined) return content;
    messages.push({ role: "assistant", content, tool_call: toolCall });
    messages.push({ role: "tool", content: use(toolCall), tool_call: toolCall });
  }
  throw new Error(`no answer within ${MAX_TURNS} turns`);
}

// The value of the last statement is what the agent exits with.
converse();
