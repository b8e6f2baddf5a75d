import { deepStrictEqual, match, ok } from "node:assert/strict";
import { root } from "../support/source_files.ts";

Deno.test("deno task demo runs an agent that chats, calls a tool of a real MCP server, and finishes", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "demo"],
    cwd: root,
    env: { OMW_LOG: "info", NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const log = new TextDecoder().decode(stderr);
  deepStrictEqual(code, 0, log);
  const steps = ["chat stream opened", "tool call queued", "chat stream opened", "agent exited"];
  let at = 0;
  for (const step of steps) {
    const found = log.indexOf(`"message":"${step}"`, at);
    ok(found >= 0, `${step} is not in the rest of the log:\n${log.slice(at)}`);
    at = found + 1;
  }
  // The sum comes from the tool, through the model, to the agent's last word.
  match(log, /"message":"agent exited".*The sum of 19 and 23 is 42/);
});
