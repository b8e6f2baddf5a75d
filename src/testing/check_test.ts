import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { TraceEvent } from "../protocol/mod.ts";
import { parseAssertions } from "./assertions.ts";
import { check, collect } from "./check.ts";

function call(op: string, agent = "a"): TraceEvent {
  return { kind: "call", agent, op, detail: { op } };
}

const completed: TraceEvent = { kind: "outcome", agent: "a", outcome: { kind: "completed" } };

/** Whether the letters of `trace` meet the steps; `*x` is a `$while`, `>x` a `$until`. */
function holds(trace: string, steps: string[]): boolean {
  const events = steps.map((step) => {
    const condition = { kind: "call", op: step.replace(/^[*>]/, "") };
    return step.startsWith("*") ? { $while: condition } : step.startsWith(">") ? { $until: condition } : condition;
  });
  return check([...trace].map((op) => call(op)).concat(completed), parseAssertions({ a: { events } })).length === 0;
}

/** The same, as the rule reads in words: slow, and without any of the code under test. */
function naive(trace: string, steps: string[]): boolean {
  let at = 0;
  for (const step of steps) {
    const rest = steps.slice(steps.indexOf(step));
    if (rest.every((other) => other.startsWith("*"))) return true;
    const letter = step.replace(/^[*>]/, "");
    if (step.startsWith("*")) {
      while (trace[at] === letter) at++;
    } else {
      const found = trace.indexOf(letter, at);
      if (found < 0) return false;
      at = found + 1;
    }
    // Each step is looked at once: steps that are spelt alike must not be found again.
    steps = rest.slice(1);
  }
  return true;
}

/** A small generator of numbers (mulberry32), so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

Deno.test("check() agrees with a naive matcher on random traces", () => {
  const next = numbers(6);
  const letter = () => "abc"[next(3)]!;
  let held = 0;
  for (let round = 0; round < 500; round++) {
    const trace = Array.from({ length: next(10) }, letter).join("");
    const steps = Array.from({ length: next(5) }, () => ["", "", "*", ">"][next(4)] + letter());
    const expected = naive(trace, steps);
    strictEqual(holds(trace, steps), expected, `${trace} against ${steps}`);
    held += Number(expected);
  }
  ok(held > 100 && held < 400, `both verdicts have to be frequent, ${held} held`);
});

Deno.test("check() takes a million entries in one pass, without keeping them", () => {
  let seen = 0;
  function* trace(): Generator<TraceEvent> {
    for (let i = 0; i < 1_000_000; i++, seen++) yield call("tick");
    yield call("last");
    yield completed;
  }
  const began = performance.now();
  const tick = { kind: "call", op: "tick", detail: { op: "^tick$" } };
  deepStrictEqual(check(trace(), parseAssertions({ a: { events: [tick, { $while: tick }, { kind: "call", op: "last" }] } })), []);
  strictEqual(seen, 1_000_000);
  ok(performance.now() - began < 20_000);
});

Deno.test("check() tells of every agent that failed, by name, and of one that never ended", () => {
  const assertions = parseAssertions({
    a: { outcome: { exited: "x" } },
    b: { events: [{ kind: "call", op: "chat" }] },
    c: { outcome: "asserted", events: [{ kind: "call", op: "chat" }] },
  });
  const [a, b, ...others] = check([call("chat", "c"), completed], assertions);
  match(a!, /^agent "a": outcome mismatch\n/);
  match(b!, /^agent "b": the agent failed: the trace holds no end of a run\nassertion #1 not satisfied/);
  deepStrictEqual(others, []);
});

Deno.test("collect() gathers a trace by agent, and check() verifies what it gathered", async () => {
  const trace = [call("whoami"), call("chat", "b"), call("chat"), completed];
  const agents = await collect(trace);
  deepStrictEqual([...agents.keys()], ["a", "b"]);
  deepStrictEqual(agents.get("a"), { events: [call("whoami"), call("chat")], outcome: { kind: "completed" } });
  const assertions = parseAssertions({ a: { outcome: "completed", events: [{ kind: "call", op: "chat" }] } });
  deepStrictEqual(check(agents, assertions), []);
  agents.get("a")!.events.pop();
  strictEqual(check(agents, assertions).length, 1);
});
