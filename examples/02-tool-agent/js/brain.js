// The loop of every tool agent, once around: the model asks for a tool, the tool answers, the model has the last word.
const model = omw.provider.get("openai");
const tools = omw.tooling.get("mcp");

const question = { role: "user", content: "echo hi" };
const wish = model.chat("gpt-test", [question], tools.listTools());
const call = wish.tool_calls[0];
const result = tools.callToolBlocking(call.name, JSON.parse(call.arguments));

const answer = model.chat("gpt-test", [
  question,
  { role: "assistant", tool_call: call },
  { role: "tool", content: result.value, tool_call: call },
], []);
omw.host.log("info", answer.content);
