import assert from "node:assert/strict";
import type { Event } from "../protocol/mod.ts";
import { LocalBus } from "./bus.ts";

function member(bus: LocalBus, name: string): { got: [string, Event][]; full: boolean } {
  const state = { got: [] as [string, Event][], full: false };
  bus.join({
    name,
    offer(id, event) {
      if (!state.full) state.got.push([id, event]);
      return !state.full;
    },
  });
  return state;
}

Deno.test("LocalBus delivers to subscribers alone, tagged with the recipient's own handle", () => {
  const bus = new LocalBus();
  const bob = member(bus, "bob");
  const carol = member(bus, "carol");
  bus.subscribe("bob", "alice", "b1");
  bus.send("alice", "bob", "hi");
  bus.send("alice", "carol", "hi");
  bus.send("mallory", "bob", "hi");
  bus.send("alice", "nobody", "hi");
  assert.deepEqual(bob.got, [["b1", { kind: "message", payload: "hi" }]]);
  assert.deepEqual(carol.got, []);
});

Deno.test("LocalBus lets an agent write to itself once it listens to itself", () => {
  const bus = new LocalBus();
  const alice = member(bus, "alice");
  bus.send("alice", "alice", "lost");
  bus.subscribe("alice", "alice", "a1");
  bus.send("alice", "alice", "heard");
  assert.deepEqual(alice.got.map(([, event]) => event), [{ kind: "message", payload: "heard" }]);
});

Deno.test("LocalBus replaces an older subscription to the same source; either handle ends it", () => {
  const bus = new LocalBus();
  const bob = member(bus, "bob");
  bus.subscribe("bob", "alice", "old");
  bus.subscribe("bob", "alice", "new");
  bus.send("alice", "bob", "1");
  assert.deepEqual(bob.got.map(([id]) => id), ["new"]);
  bus.unsubscribe("bob", "old");
  bus.send("alice", "bob", "2");
  assert.equal(bob.got.length, 1);
  assert.deepEqual(bus.subscriptions("bob"), []);
});

Deno.test("LocalBus ignores foreign and unknown handles", () => {
  const bus = new LocalBus();
  const bob = member(bus, "bob");
  member(bus, "carol");
  bus.subscribe("bob", "alice", "b1");
  bus.unsubscribe("carol", "b1");
  bus.unsubscribe("bob", "unknown");
  bus.unsubscribe("nobody", "b1");
  bus.send("alice", "bob", "still");
  assert.equal(bob.got.length, 1);
  assert.deepEqual(bus.subscriptions("bob"), [{ u: "b1", source: "alice" }]);
});

Deno.test("LocalBus remembers a bounded number of replaced handles", () => {
  const bus = new LocalBus();
  member(bus, "bob");
  for (let i = 0; i < 1000; i++) bus.subscribe("bob", "alice", `h${i}`);
  bus.unsubscribe("bob", "h0");
  assert.deepEqual(bus.subscriptions("bob"), [{ u: "h999", source: "alice" }], "the oldest are forgotten");
  bus.unsubscribe("bob", "h990");
  assert.deepEqual(bus.subscriptions("bob"), []);
});

Deno.test("LocalBus does not take a source named like a prototype's member for one", () => {
  const bus = new LocalBus();
  const bob = member(bus, "bob");
  bus.send("__proto__", "bob", "x");
  bus.send("alice", "constructor", "x");
  bus.subscribe("bob", "__proto__", "p");
  bus.send("__proto__", "bob", "y");
  assert.deepEqual(bob.got, [["p", { kind: "message", payload: "y" }]]);
});
