/**
 * Rows about tests of agents (issue "Deterministic tests for agents", Bounds): whole runs of `omw test`, and the check of a long trace.
 * @module
 */

import type { TraceEvent } from "../../src/protocol/mod.ts";
import { check, parseAssertions } from "../../src/testing/mod.ts";
import { root } from "../support/source_files.ts";
import { Workspace } from "../support/workspace.ts";
import { leastProcessorTimes, paired, type Row, timesRow } from "./row.ts";
import { HELLO, LAUNCHER, wholeProcess } from "./whole_process.ts";

/** The rows. */
export async function testingBench(): Promise<Row[]> {
  await using dir = await Workspace.with(HELLO);
  const hello = () => wholeProcess(LAUNCHER, ["run"], { cwd: dir.dir });
  const tests = (count: number, ...args: string[]) => () =>
    wholeProcess(LAUNCHER, ["test", "run", ...args], { cwd: root, says: new RegExp(`^${count} passed, 0 failed$`, "m") });
  const all = await paired(5, tests(27, "examples", "--include", "0*/**"), hello);
  const one = await paired(9, tests(1, "examples/01-hello/js"), hello);
  return [
    timesRow(
      "omw test run of the examples 01 to 09, 27 tests in one process : omw run of a js brain that returns at once",
      12,
      all,
    ),
    timesRow("omw test run of one hello test : omw run of a js brain that returns at once", 2, one),
    longTraceRow(),
  ];
}

const MANY = 1_000_000;
const FEW = 100_000;

/** Ten times the trace must take ten times the time. Both samples check as many events in all, so that both are equally warm. */
function longTraceRow(): Row {
  const [long, short] = leastProcessorTimes(5, () => checked(MANY), () => {
    for (let done = 0; done < MANY; done += FEW) checked(FEW);
  });
  const perEvent = (ms: number) => `${(ms / MANY * 1e6).toFixed(0)} ns`;
  return {
    name: "assertions held against a trace, per event: 1,000,000 events in one pass : 100,000",
    ratio: long / short,
    bound: 1.2,
    note: `${perEvent(long)} : ${perEvent(short)}`,
  };
}

const log = (message: string): TraceEvent => ({ kind: "call", agent: "a", op: "log", detail: { level: "info", message } });

/** A trace that can be gone through once; the awaited entry is its last but one, and every other call is held against its pattern. */
function* trace(events: number): Generator<TraceEvent> {
  const tick = log("tick 12");
  const timer: TraceEvent = { kind: "inbound", agent: "a", id: "t", event: "timer", payload: { kind: "timer" } };
  for (let i = 2; i < events; i++) yield i % 2 === 0 ? tick : timer;
  yield log("the last");
  yield { kind: "outcome", agent: "a", outcome: { kind: "completed" } };
}

const called = (message: string) => ({ kind: "call", op: "log", detail: { message } });
const assertions = parseAssertions({
  a: { events: [called("^tick [0-9]+$"), { $while: { kind: "inbound", event: "timer" } }, called("^the last$")] },
});

function checked(events: number): void {
  const [fault] = check(trace(events), assertions);
  if (fault !== undefined) throw new Error(fault);
}
