import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { BrainChild } from "../../tests/support/brain_child.ts";

/** Shows how each of two calls of `recv` came out. */
const RECV_TWICE = `const seen = [];
  for (let i = 0; i < 2; i++) try { seen.push(omw.host.recv().kind) } catch (e) { seen.push(e.message) }
  seen.join("; ")`;

for (
  const [why, text] of [["reload", "agent reloaded"], ["shutdown", "agent shutting down"], ["stop", "agent stopped"]] as const
) {
  Deno.test(`without a lifecycle subscription ${why} fails the waiting recv and later ones with "${text}"`, async () => {
    await using child = await BrainChild.start();
    await child.run(RECV_TWICE);
    await child.expect({ t: "want" });
    await child.send({ t: "abort", r: 1, why });
    strictEqual((await child.expect({ t: "done" })).v, `${text}; ${text}`);
  });
}

for (const why of ["reload", "shutdown"] as const) {
  Deno.test(`with a lifecycle subscription the waiting recv returns the ${why} event once, under the subscription's handle`, async () => {
    await using child = await BrainChild.start();
    await child.run(`const u = omw.host.subscribeLifecycle(); const e = omw.host.recv();
      let later; try { omw.host.tryRecv() } catch (e) { later = e.message }
      [e.id === u, e.kind, e.payload, later]`);
    const subscribed = await child.expect({ t: "do", op: "subscribe_lifecycle", ok: true });
    await child.expect({ t: "want" });
    await child.send({ t: "abort", r: 1, why });
    await child.expect({ t: "do", op: "abort_taken", u: subscribed.u });
    const text = why === "reload" ? "agent reloaded" : "agent shutting down";
    strictEqual((await child.expect({ t: "done" })).v, JSON.stringify([true, why, null, text]));
  });
}

Deno.test("an outer abort outranks an inner one, whichever came first", async () => {
  await using child = await BrainChild.start();
  await child.run(RECV_TWICE);
  await child.expect({ t: "want" });
  await child.send({ t: "abort", r: 1, why: "shutdown" }, { t: "abort", r: 1, why: "reload" });
  strictEqual((await child.expect({ t: "done" })).v, "agent shutting down; agent shutting down");
});

Deno.test("an abort ends each parked call at once, and its late answer is not taken for another's", async () => {
  await using child = await BrainChild.start();
  await child.run(
    `const p = omw.provider.get("p"), t = omw.tooling.get("t");
    const calls = {
      chat: () => p.chat("m", [], []), models: () => p.listModels(), call: () => t.callToolBlocking("x", {}), tools: () => t.listTools(),
      resources: () => t.listResources(), templates: () => t.listResourceTemplates(), read: () => t.readResource("u"),
      list: () => t.subscribeResourceList(), one: () => t.subscribeResource("u"), until: () => omw.host.sleepUntil(9e15),
      cron: () => omw.host.sleepCron("* * * * *"),
    };
    const seen = {};
    for (const [name, call] of Object.entries(calls)) try { call(); seen[name] = "returned" } catch (e) { seen[name] = e.message }
    seen.sleepFor = omw.host.sleepFor(1e9) === undefined;
    seen.open = p.isOpen("aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa");
    seen`,
    { providers: { p: "openai" }, toolings: { t: "mcp" } },
  );
  const chat = await child.expect({ t: "ask", op: "chat" });
  await child.send({ t: "abort", r: 1, why: "reload" }, { t: "re", r: 1, i: chat.i as number, v: true });
  const open = await child.expect({ t: "ask", op: "is_open" });
  await child.send({ t: "re", r: 1, i: open.i as number, v: false });
  const seen = JSON.parse((await child.expect({ t: "done" })).v as string);
  const { sleepFor, open: isOpen, ...failed } = seen;
  deepStrictEqual([sleepFor, isOpen], [true, false]);
  strictEqual(Object.keys(failed).length, 11);
  deepStrictEqual(new Set(Object.values(failed)), new Set(["agent reloaded"]));
});

Deno.test("a sleep that is aborted half-way returns; streamEndpoint goes on working until the kill", async () => {
  await using child = await BrainChild.start();
  const session = "cccccccc-cccc-4ccc-8ccc-cccccccccccc";
  await child.run(`omw.host.sleepFor(1e9); omw.host.streamEndpoint("${session}", { content: "bye" }); "ok"`, {
    endpoint: true,
    sessions: [session],
  });
  await child.expect({ t: "ask", op: "sleep_for", ms: 1e9 });
  await child.send({ t: "abort", r: 1, why: "shutdown" });
  await child.expect({ t: "do", op: "stream_endpoint", session });
  strictEqual((await child.expect({ t: "done" })).v, "ok");
});

Deno.test("a second lifecycle subscription is refused, but traced; unsubscribed brains get no event", async () => {
  await using child = await BrainChild.start();
  await child.run(
    `const u = omw.host.subscribeLifecycle(); let text; try { omw.host.subscribeLifecycle() } catch (e) { text = e.message }
    omw.host.unsubscribeLifecycle(u); try { omw.host.recv() } catch (e) { text + "; " + e.message }`,
  );
  await child.expect({ op: "subscribe_lifecycle", ok: true });
  await child.expect({ op: "subscribe_lifecycle", ok: false });
  await child.expect({ op: "unsubscribe_lifecycle" });
  await child.expect({ t: "want" });
  await child.send({ t: "abort", r: 1, why: "reload" });
  strictEqual((await child.expect({ t: "done" })).v, "lifecycle already subscribed; agent reloaded");
});
