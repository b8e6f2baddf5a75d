import assert from "node:assert/strict";
import { MAX_MEMORY_BYTES } from "../protocol/mod.ts";
import { AgentMemory, MemoryFullError } from "./memory.ts";

Deno.test("AgentMemory stores, replaces and removes", () => {
  const memory = new AgentMemory("alice");
  assert.equal(memory.get("a"), undefined);
  memory.set("a", "1");
  memory.set("a", "");
  assert.equal(memory.get("a"), "");
  assert.equal(memory.remove("a"), true);
  assert.equal(memory.remove("a"), false);
  assert.equal(memory.bytes, 0);
});

Deno.test("AgentMemory is seeded, and a later seed brings new keys only", () => {
  const memory = new AgentMemory("alice", [["handle", "seed-42"]]);
  memory.set("handle", "changed");
  memory.seed(Object.entries({ handle: "seed-43", fresh: "x" }));
  assert.deepEqual([...memory.entries()], [["handle", "changed"], ["fresh", "x"]]);
});

Deno.test("AgentMemory takes the names of object members for ordinary keys", () => {
  const keys = ["__proto__", "constructor", "toString", "hasOwnProperty", "10", ""];
  const memory = new AgentMemory("alice", keys.map((key) => [key, `<${key}>`]));
  for (const key of keys) assert.equal(memory.get(key), `<${key}>`);
  assert.equal(memory.get("valueOf"), undefined);
  const sent = JSON.parse(JSON.stringify(memory.snapshot()));
  assert.deepEqual(Object.keys(sent).sort(), [...keys].sort());
  assert.equal(Object.getOwnPropertyDescriptor(sent, "__proto__")?.value, "<__proto__>");
  assert.equal(({} as Record<string, unknown>)["<__proto__>"], undefined);
});

Deno.test("AgentMemory hands out a snapshot that later writes do not reach", () => {
  const memory = new AgentMemory("alice", [["a", "1"]]);
  const snapshot = memory.snapshot();
  memory.set("a", "2");
  assert.equal(snapshot.a, "1");
});

Deno.test("AgentMemory refuses what does not fit, says so, and stays as it was", () => {
  const memory = new AgentMemory("alice");
  const half = "x".repeat(MAX_MEMORY_BYTES / 2);
  memory.set("a", half);
  assert.throws(() => memory.set("b", half), (error: Error) => {
    assert.ok(error instanceof MemoryFullError);
    assert.match(
      error.message,
      /^memory of agent "alice" is full: with "b" it would hold \d+ bytes, and 67108864 are the most; remove keys/,
    );
    return true;
  });
  assert.equal(memory.get("b"), undefined);
  assert.throws(() => memory.set("a", half + half), MemoryFullError);
  assert.equal(memory.get("a"), half);
  memory.set("a", half); // In place of itself it fits.
  memory.remove("a");
  memory.set("b", half);
  assert.throws(() => memory.set("k".repeat(1_000_000), half), (error: Error) => error.message.length < 300);
});

Deno.test("AgentMemory counts entries as well as text, so that empty values are bounded too", () => {
  const memory = new AgentMemory("alice");
  memory.set("ab", "é");
  assert.equal(memory.bytes, 64 + 2 + 2);
  memory.set("ab", "");
  assert.equal(memory.bytes, 64 + 2);
});

Deno.test("AgentMemory refuses a seed that does not fit", () => {
  assert.throws(() => new AgentMemory("alice", [["a", "x".repeat(MAX_MEMORY_BYTES)]]), MemoryFullError);
});
