/**
 * A brain that uses every part of `omw.d.ts`; it is type-checked by `omw_test.ts`, never run.
 */

/// <reference path="./omw.d.ts" />

const provider = omw.provider.get("openai");
const tooling = omw.tooling.get("files");
const tools: omw.Tool[] = tooling.listTools();

function answer(event: omw.OmwEvent): void {
  switch (event.kind) {
    case "endpoint-message": {
      const { session, messages } = event.payload;
      const reply = provider.chat("model", messages, tools, { temperature: 0 });
      const call = reply.tool_calls[0];
      if (call !== undefined) {
        const { value } = tooling.callToolBlocking(call.name, JSON.parse(call.arguments));
        provider.chatStream("model", [...messages, { role: "tool", content: value, tool_call: call }], tools, "{}");
      }
      omw.host.streamEndpoint(session, { content: reply.content ?? null, finish_reason: "stop", usage: reply.usage });
      break;
    }
    case "chat-delta":
      omw.host.log("info", event.payload.content ?? event.payload.finishReason ?? "");
      break;
    case "resource-updated":
      omw.host.memorySet(event.payload.uri, event.payload.content);
      break;
    case "timer": {
      const nothing: null = event.payload;
      omw.host.memorySetAs("timer", nothing);
      break;
    }
    case "error":
      throw new Error(event.payload);
  }
}

for (let event = omw.host.tryRecv(); event !== undefined; event = omw.host.tryRecv()) answer(event);
answer(omw.host.recv());

// @ts-expect-error: times are numbers
omw.host.waitFor("1");
// @ts-expect-error: the list of tools is not optional
provider.chat("model", []);
// @ts-expect-error: bytes are a plain list
omw.host.base64Encode("text");
// @ts-expect-error: there is no such function
omw.host.fetch("https://example.com");
// @ts-expect-error: a kind that does not exist
if (omw.host.recv().kind === "delta") throw new Error();
