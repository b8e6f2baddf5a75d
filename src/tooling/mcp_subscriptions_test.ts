import assert from "node:assert/strict";
import { buildTooling, eventually, oddServer, patience, withTooling } from "../../tests/support/tooling.ts";
import type { ResourceContent, ResourceUpdate, Tooling } from "../protocol/mod.ts";

const URI = "mem://state";

async function stateful(): Promise<{ params: Record<string, unknown>; remove(): Promise<void> }> {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "1");
  return { params: oddServer([], { env: { STATE_FILE: file } }), remove: () => Deno.remove(file) };
}

/** How often the present server process was sent `method`. */
async function count(tooling: Tooling, method: string): Promise<number> {
  const all = JSON.parse((await tooling.callTool("received", {}, patience())).value) as { method: string }[];
  return all.filter((message) => message.method === method).length;
}

function firstText(update: IteratorResult<ResourceUpdate<ResourceContent[]>>): string | undefined {
  return !update.done && "value" in update.value ? update.value.value[0]?.content : undefined;
}

Deno.test("mcp subscriptions", async (t) => {
  const server = await stateful();
  await withTooling(buildTooling(server.params), async (tooling) => {
    await t.step("an update brings the freshly read contents, to every subscriber", async () => {
      const stop = new AbortController();
      const [one, two] = await Promise.all([
        tooling.subscribeResource(URI, stop.signal),
        tooling.subscribeResource(URI, stop.signal),
      ]);
      const readers = [one, two].map((updates) => updates[Symbol.asyncIterator]());
      assert.equal(await count(tooling, "resources/subscribe"), 1);
      await tooling.callTool("touch", {}, patience());
      for (const reader of readers) {
        assert.deepEqual((await reader.next()).value, {
          value: [{ uri: URI, content: "v2" }, {
            uri: "mem://state#raw",
            content: "AAEC",
            mime_type: "application/octet-stream",
          }],
        });
      }
      stop.abort();
      for (const reader of readers) assert.equal((await reader.next()).done, true);
      await eventually(async () => await count(tooling, "resources/unsubscribe") === 1, "the unsubscription");
    });

    await t.step("the server hears of it only when the last subscriber left, and of a new one again", async () => {
      const subscribed = await count(tooling, "resources/subscribe");
      const unsubscribed = await count(tooling, "resources/unsubscribe");
      const [first, second] = [new AbortController(), new AbortController()];
      await tooling.subscribeResource(URI, first.signal);
      const updates = await tooling.subscribeResource(URI, second.signal);
      first.abort();
      await tooling.callTool("touch", {}, patience());
      const reader = updates[Symbol.asyncIterator]();
      assert.equal(firstText(await reader.next()), "v3");
      assert.equal(await count(tooling, "resources/unsubscribe"), unsubscribed);
      // To stop reading is to unsubscribe.
      await reader.return?.();
      await eventually(async () => await count(tooling, "resources/unsubscribe") === unsubscribed + 1, "the unsubscription");
      const third = new AbortController();
      await tooling.subscribeResource(URI, third.signal);
      assert.equal(await count(tooling, "resources/subscribe"), subscribed + 2);
      third.abort();
    });

    await t.step("a burst leads to few reads, and an unread update is replaced by the newest", async () => {
      const stop = new AbortController();
      const updates = await tooling.subscribeResource(URI, stop.signal);
      const before = await count(tooling, "resources/read");
      await tooling.callTool("touch", { times: 200 }, patience());
      const last = (await tooling.callTool("touch", { times: 200 }, patience())).value;
      await eventually(async () => await count(tooling, "resources/read") > before, "a read");
      // Calls are answered in order, so after one more of them all reads were answered too.
      await tooling.readResource(URI, patience());
      assert.ok(await count(tooling, "resources/read") - before < 50);
      assert.equal(firstText(await updates[Symbol.asyncIterator]().next()), `v${last}`);
      stop.abort();
    });

    await t.step("list_changed brings the fresh list although it was not declared", async () => {
      const stop = new AbortController();
      const updates = await tooling.subscribeResourceList(stop.signal);
      await tooling.callTool("grow", {}, patience());
      const update = await updates[Symbol.asyncIterator]().next();
      assert.ok(!update.done && "value" in update.value);
      assert.ok(update.value.value.some((resource) => resource.uri === "mem://grown"));
      stop.abort();
    });

    await t.step("a signal that fired before is respected", async () => {
      await assert.rejects(tooling.subscribeResource(URI, AbortSignal.abort(new Error("never"))), /never/);
      await assert.rejects(tooling.subscribeResourceList(AbortSignal.abort(new Error("never"))), /never/);
    });
  });
  await server.remove();
});

Deno.test("mcp subscriptions survive the server's death, and tell what changed meanwhile", async () => {
  const server = await stateful();
  await withTooling(buildTooling(server.params), async (tooling) => {
    const stop = new AbortController();
    const reader = (await tooling.subscribeResource(URI, stop.signal))[Symbol.asyncIterator]();
    await tooling.callTool("touch", {}, patience());
    assert.equal(firstText(await reader.next()), "v2");
    await assert.rejects(tooling.callTool("touchAndDie", {}, patience()), /exited with code 1/);
    assert.equal(firstText(await reader.next()), "v3");
    assert.equal(await count(tooling, "resources/subscribe"), 1);
    await tooling.callTool("touch", {}, patience());
    assert.equal(firstText(await reader.next()), "v4");
    stop.abort();
  });
  await server.remove();
});

Deno.test("mcp subscriptions tell of a failed read and go on; close() ends them", async () => {
  const server = await stateful();
  const tooling = buildTooling(server.params);
  await withTooling(tooling, async () => {
    // A follower of the root hears of what is below it; the root itself cannot be read.
    const root = (await tooling.subscribeResource("mem://", patience()))[Symbol.asyncIterator]();
    const state = (await tooling.subscribeResource(URI, patience()))[Symbol.asyncIterator]();
    await tooling.callTool("touch", {}, patience());
    const failed = await root.next();
    assert.ok(!failed.done && "error" in failed.value);
    assert.match(failed.value.error, /MCP resources\/read failed: no such resource/);
    assert.equal(firstText(await state.next()), "v2");
    await tooling.callTool("touch", {}, patience());
    assert.equal((await root.next()).done, false);
    assert.equal(firstText(await state.next()), "v3");
    await tooling.close();
    assert.equal((await state.next()).done, true);
    assert.equal((await root.next()).done, true);
  });
  await server.remove();
});
