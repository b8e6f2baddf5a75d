import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { startServer } from "../../tests/support/process.ts";
import { buildTooling, patience, withTooling } from "../../tests/support/tooling.ts";
import type { ResourceContent, ResourceInfo, ResourceUpdate, Tooling } from "../protocol/mod.ts";

const SERVER = fileURLToPath(new URL("../../tests/support/mcp/modern_server.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));
const RUN = ["run", "-A", "--config", CONFIG, "--cached-only", SERVER];

async function first<T>(updates: AsyncIterable<ResourceUpdate<T>>): Promise<T> {
  for await (const update of updates) {
    assert.ok("value" in update, JSON.stringify(update));
    return update.value;
  }
  assert.fail("the stream ended");
}

/** Everything that a brain does, against a server of the newer revision. */
async function exercise(tooling: Tooling): Promise<void> {
  assert.deepEqual((await tooling.listTools(patience())).map((tool) => tool.name), ["touch", "add", "fail"]);
  assert.equal((await tooling.callTool("fail", {}, patience())).is_error, true);
  assert.deepEqual(await tooling.readResource("mem://state", patience()), [{ uri: "mem://state", content: "v1" }]);
  const stop = new AbortController();
  const resource: AsyncIterable<ResourceUpdate<ResourceContent[]>> = await tooling.subscribeResource("mem://state", stop.signal);
  const list: AsyncIterable<ResourceUpdate<ResourceInfo[]>> = await tooling.subscribeResourceList(stop.signal);
  assert.equal((await tooling.callTool("touch", {}, patience())).value, "2");
  assert.deepEqual(await first(resource), [{ uri: "mem://state", content: "v2" }]);
  await tooling.callTool("add", {}, patience());
  assert.deepEqual((await first(list)).map((info) => info.uri), ["mem://state", "mem://added"]);
  stop.abort();
}

Deno.test("mcp tooling over stdio goes on with 2026-07-28 when the older handshake is refused", async () => {
  const params = { transport: "stdio", command: Deno.execPath(), args: RUN, inherit_env: ["DENO_DIR"] };
  await withTooling(buildTooling(params), exercise);
  await withTooling(buildTooling({ ...params, protocol: "2025-11-25" }), async (tooling) => {
    await assert.rejects(tooling.listTools(patience()), /MCP tools\/list failed: .*[Uu]nsupported protocol version/);
  });
});

Deno.test("mcp tooling over HTTP speaks 2026-07-28 with a server that offers it", async (t) => {
  for (const legacy of ["strict", "lenient"]) {
    await t.step(legacy, async () => {
      const server = await startServer([...RUN, "http", legacy], /port (\d+)/);
      try {
        await withTooling(buildTooling({ transport: "http", url: `http://127.0.0.1:${server.found}/mcp` }), exercise);
      } finally {
        await server.stop();
      }
    });
  }
});
