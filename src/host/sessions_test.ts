import assert from "node:assert/strict";
import { ALL_SESSIONS_UNITS, Session, SESSION_UNITS, type SharedUnits } from "./sessions.ts";

function session(bound = 4, shared: SharedUnits = { used: 0 }): { session: Session; heard: string[]; shared: SharedUnits } {
  const heard: string[] = [];
  const options = {
    id: "s",
    model: "m",
    bound,
    shared,
    overflow: () => heard.push("overflow"),
    abandoned: () => heard.push("abandoned"),
  };
  return { session: new Session(options), heard, shared };
}

function text(content: string) {
  return { content, tool_calls: [] };
}

const finish = { tool_calls: [], finish_reason: "stop" };

Deno.test("Session wakes its listener once for all pushes of a turn, and again after take", async () => {
  const { session: one } = session();
  let woken = 0;
  one.listen(() => woken++);
  one.push(text("a"));
  one.push(text("b"));
  assert.equal(woken, 0);
  await Promise.resolve();
  assert.equal(woken, 1);
  one.push(text("c"));
  await Promise.resolve();
  assert.equal(woken, 1);
  assert.deepEqual(one.take().map(({ content }) => content), ["a", "b", "c"]);
  assert.equal(one.push(finish), true);
  await Promise.resolve();
  assert.equal(woken, 2);
  assert.equal(one.over, true);
});

Deno.test("Session tells a late listener what waits already", async () => {
  const { session: one } = session();
  one.push(text("a"));
  let woken = 0;
  one.listen(() => woken++);
  await Promise.resolve();
  assert.equal(woken, 1);
});

Deno.test("Session drops beyond its bound with one warning, keeps the beginning whole and never drops the finish", () => {
  const { session: one, heard, shared } = session(2);
  for (const content of ["a", "b", "c", "d"]) one.push(text(content));
  assert.deepEqual(heard, ["overflow"]);
  assert.deepEqual(one.take().map(({ content }) => content), ["a", "b"]);
  one.push(text("e"));
  one.push({ ...finish, content: "f" });
  assert.deepEqual(one.take(), [finish]);
  assert.deepEqual([one.over, one.lossy, one.fault, shared.used], [true, true, undefined, 0]);
  assert.deepEqual(heard, ["overflow"]);
});

Deno.test("Session takes one delta of any size alone, and bounds the text of several", () => {
  const { session: one, heard } = session(100);
  one.push(text("x".repeat(SESSION_UNITS * 2)));
  assert.deepEqual(heard, []);
  one.push(text("y"));
  assert.deepEqual(heard, ["overflow"]);
  assert.equal(one.take().length, 1);
});

Deno.test("Session counts what waits in all sessions", () => {
  const shared = { used: ALL_SESSIONS_UNITS - 200 };
  const { session: one, heard } = session(100, shared);
  one.push(text("a"));
  one.push(text("b".repeat(100)));
  assert.deepEqual(heard, ["overflow"]);
  one.take();
  assert.equal(shared.used, ALL_SESSIONS_UNITS - 200);
});

Deno.test("Session is abandoned once, and not at all when it is over", () => {
  const { session: left, heard, shared } = session();
  left.push(text("a"));
  left.abandon();
  left.abandon();
  assert.deepEqual([heard, left.fault?.code, shared.used], [["abandoned"], "client_gone", 0]);
  const { session: finished, heard: unheard } = session();
  finished.push(finish);
  finished.abandon();
  assert.deepEqual([unheard, finished.fault], [[], undefined]);
});

Deno.test("Session keeps what waited when it breaks off", () => {
  const { session: one } = session();
  one.push(text("a"));
  one.fail({ code: "agent_failed", message: "gone" });
  one.fail({ code: "shutdown", message: "later" });
  assert.equal(one.fault?.code, "agent_failed");
  assert.deepEqual(one.take(), [text("a")]);
});
