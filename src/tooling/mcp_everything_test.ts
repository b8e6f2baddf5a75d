import assert from "node:assert/strict";
import { startServer } from "../../tests/support/process.ts";
import { buildTooling, patience, withTooling } from "../../tests/support/tooling.ts";
import type { Tooling } from "../protocol/mod.ts";

/** The reference server of the protocol's maintainers. */
const EVERYTHING = ["run", "-A", "npm:@modelcontextprotocol/server-everything@2026.8.31"];

async function exercise(tooling: Tooling): Promise<void> {
  const tools = await tooling.listTools(patience());
  const echo = tools.find((tool) => tool.name === "echo");
  assert.equal((JSON.parse(echo?.input_schema ?? "{}") as { type: string }).type, "object");
  assert.deepEqual(await tooling.callTool("echo", { message: "hi" }, patience()), {
    value: "Echo: hi",
    content: '[{"text":"Echo: hi","type":"text"}]',
    is_error: false,
  });
  const image = await tooling.callTool("get-tiny-image", {}, patience());
  assert.match(image.value, /\[image, image\/png, \d+ bytes\]/);
  const structured = await tooling.callTool("get-structured-content", { location: "Chicago" }, patience());
  assert.ok("temperature" in (JSON.parse(structured.structured_content ?? "{}") as object));
  const wrong = await tooling.callTool("echo", {}, patience());
  assert.equal(wrong.is_error, true);
  const resources = await tooling.listResources(patience());
  assert.ok(resources.length > 0);
  const [info] = resources;
  assert.ok(info !== undefined);
  const [content] = await tooling.readResource(info.uri, patience());
  assert.ok(content !== undefined && content.content.length > 0);
  assert.ok((await tooling.listResourceTemplates(patience())).length > 0);
  const stop = new AbortController();
  await tooling.subscribeResource(info.uri, stop.signal);
  stop.abort();
  const slow = tooling.callTool("trigger-long-running-operation", { duration: 1, steps: 4 }, patience());
  assert.match((await slow).value, /completed/);
}

Deno.test("mcp tooling works with the reference server over stdio", async () => {
  const params = { transport: "stdio", command: Deno.execPath(), args: [...EVERYTHING, "stdio"], inherit_env: ["DENO_DIR"] };
  await withTooling(buildTooling(params), exercise);
});

Deno.test("mcp tooling works with the reference server over HTTP, also after its restart", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const port = String((listener.addr as Deno.NetAddr).port);
  listener.close();
  const start = () => startServer([...EVERYTHING, "streamableHttp"], /listening on port (\d+)/, { PORT: port });
  let server = await start();
  try {
    await withTooling(buildTooling({ transport: "http", url: `http://127.0.0.1:${port}/mcp` }), async (tooling) => {
      await exercise(tooling);
      await server.stop();
      server = await start();
      assert.equal((await tooling.callTool("echo", { message: "again" }, patience())).value, "Echo: again");
    });
  } finally {
    await server.stop();
  }
});
