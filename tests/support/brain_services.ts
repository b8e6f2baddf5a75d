/**
 * The services that a brain which makes every call needs: a model behind HTTP and an MCP server.
 * @module
 */

import { fileURLToPath } from "node:url";
import { answer, events, head, Upstream } from "./upstream.ts";

const NOTES = fileURLToPath(new URL("./mcp/notes_server.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

/** A service that answers by the last message. */
export function service(): Promise<Upstream> {
  return Upstream.start(({ path, body }) => {
    if (path.endsWith("/models")) return answer("200 OK", `{"data":[{"id":"m1"},{"id":"m2"}]}`);
    const { messages } = JSON.parse(body) as { messages: { content?: string; tool_call_id?: string }[] };
    const last = messages.at(-1)!;
    if (last.content === "hold") return [head(), { untilClosed: true }];
    if (last.content === "fail") return answer("400 Bad Request", `{"error":{"message":"as asked"}}`);
    const choice = (delta: unknown, finish_reason: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason }] });
    const part = (index: number, args: string, id?: string) =>
      choice({
        tool_calls: [{ index, ...id && { id, type: "function" }, function: { ...id && { name: `t${index}` }, arguments: args } }],
      });
    if (last.content === "tool") {
      const usage = {
        prompt_tokens: 1,
        completion_tokens: 2,
        total_tokens: 3,
        completion_tokens_details: { reasoning_tokens: 1 },
      };
      const end = { ...choice({}, "tool_calls"), usage };
      return events(
        choice({ reasoning_content: "hm" }),
        part(0, '{"a"', "c0"),
        part(0, ":1}"),
        part(1, "{}", "c1"),
        end,
        "[DONE]",
      );
    }
    return events(choice({ content: `${last.content} ${last.tool_call_id}` }), choice({}, "stop"), "[DONE]");
  });
}

/** The config's entries for the service as provider `model` and the notes as tooling `files`. */
export function backends(upstream: Upstream): string {
  return `
[providers.model]
kind = "openai"
base_url = "${upstream.url}/v1"
[tooling.files]
kind = "mcp"
transport = "stdio"
command = "deno"
args = ["run", "--quiet", "--no-prompt", "--config", "${CONFIG}", "--allow-env", "${NOTES}"]`;
}

/** A config of one agent, `self`, with these back ends. */
export function config(upstream: Upstream, kind: "js" | "wasm", script: string, more = ""): string {
  return `${backends(upstream)}
[runtime.r]
kind = "${kind}"
${more}
[memory.self]
seed = "sown"
[[agents]]
name = "self"
runtime = "r"
script = "${script}"
`;
}
