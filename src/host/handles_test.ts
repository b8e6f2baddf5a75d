import assert from "node:assert/strict";
import { MAX_HANDLES } from "../protocol/mod.ts";
import { Handles } from "./handles.ts";

function uuid(i: number): string {
  return `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`;
}

Deno.test("Handles closes a handle once, by its kind", () => {
  const handles = new Handles();
  let closed = 0;
  handles.open(uuid(1), { kind: "chat", close: () => closed++ });
  assert.equal(handles.close(uuid(1), "timer"), false, "another kind's call does not reach it");
  assert.equal(handles.has(uuid(1), "chat"), true);
  assert.equal(handles.close(uuid(1), "chat"), true);
  assert.equal(handles.close(uuid(1), "chat"), false);
  assert.equal(closed, 1);
});

Deno.test("Handles never closes a source that ended by itself", () => {
  const handles = new Handles();
  handles.open(uuid(1), { kind: "tool", close: () => assert.fail("it had ended") });
  handles.ended(uuid(1));
  assert.equal(handles.close(uuid(1), "tool"), false);
  assert.deepEqual(handles.closeAll("tool"), []);
});

Deno.test("Handles refuses a handle that was used before, open or closed", () => {
  const handles = new Handles();
  handles.open(uuid(1), { kind: "timer", close: () => {} });
  assert.throws(() => handles.open(uuid(1), { kind: "timer", close: () => {} }), /was used before/);
  handles.ended(uuid(1));
  assert.throws(() => handles.open(uuid(1), { kind: "timer", close: () => {} }), /was used before/);
});

Deno.test("Handles bounds what is open", () => {
  const handles = new Handles();
  for (let i = 0; i < MAX_HANDLES; i++) handles.open(uuid(i), { kind: "timer", close: () => {} });
  assert.throws(() => handles.open(uuid(MAX_HANDLES), { kind: "timer", close: () => {} }), /more than 4096 handles/);
  handles.ended(uuid(0));
  handles.open(uuid(MAX_HANDLES + 1), { kind: "timer", close: () => {} });
  assert.equal(handles.size, MAX_HANDLES);
});

Deno.test("Handles.closeAll() leaves other kinds open", () => {
  const handles = new Handles();
  const closed: string[] = [];
  for (const [i, kind] of (["chat", "tool", "timer", "resource"] as const).entries()) {
    handles.open(uuid(i), { kind, close: () => closed.push(kind) });
  }
  handles.closeAll("chat", "timer");
  assert.deepEqual(closed, ["chat", "timer"]);
  assert.deepEqual(handles.live().map(({ kind }) => kind), ["tool", "resource"]);
});
