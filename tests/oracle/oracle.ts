/**
 * Runs a table of scripts on the reference's interpreter and on ours, each in one warm brain process, and compares what came of them:
 * the message, the error, and every call of the host with its arguments.
 * @module
 */

import { ok, strictEqual } from "node:assert/strict";
import { ComponentChild } from "../support/component_child.ts";
import type { ChildProgram } from "../support/component_child.ts";
import { worldAnswers } from "./world.ts";
import type { OracleCase } from "./oracle_case.ts";

/** What a script did, with handles by the order of their appearance. */
export interface Told {
  /** `=` and the message, `-` without one, `!` and the error's text. */
  end: string;
  /** The calls of the host, each as JSON text, in order. */
  calls: string[];
}

/** How the two of a table are compared. */
export interface Comparison {
  /** The reference's interpreter. */
  reference: ChildProgram;
  /** Ours. */
  ours: ChildProgram;
  /** An error's text without what may differ. */
  kind: (error: string) => string;
}

/** Calls that say nothing about a script's meaning: when an engine looks for news of the host, and what its libraries ask of WASI. */
const OWN_AFFAIRS = new Set(["sync", "try_recv", "wasi"]);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** Runs the table. @returns one line for each case that came out otherwise than it was to */
export async function compare(cases: readonly OracleCase[], { reference, ours, kind }: Comparison): Promise<string[]> {
  const [theirs, mine] = await Promise.all([playAll(cases, reference), playAll(cases, ours)]);
  const wrong: string[] = [];
  for (const [i, { script, differs }] of cases.entries()) {
    const [their, my] = [theirs[i]!, mine[i]!];
    if (differs !== undefined) {
      const met = typeof differs.ours === "string" ? my.end === differs.ours : differs.ours.test(my.end);
      if (!met) wrong.push(`${script}\n    ours gives ${my.end}\n    wanted ${differs.ours}`);
      if (same(their, my, kind)) wrong.push(`${script}\n    is listed as a difference, but both give ${my.end}`);
    } else if (!same(their, my, kind)) {
      wrong.push(`${script}\n    theirs ${JSON.stringify(their)}\n    ours   ${JSON.stringify(my)}`);
    }
  }
  return wrong;
}

function same(a: Told, b: Told, kind: (error: string) => string): boolean {
  const end = (told: Told) => told.end.startsWith("!") ? `!${kind(told.end.slice(1))}` : told.end;
  return end(a) === end(b) && a.calls.join("\n") === b.calls.join("\n");
}

async function playAll(cases: readonly OracleCase[], program: ChildProgram): Promise<Told[]> {
  await using child = new ComponentChild();
  const all: Told[] = [];
  for (const one of cases) all.push(await play(child, one, program));
  return all;
}

/** Runs one script in the oracle's world. */
async function play(child: ComponentChild, one: OracleCase, program: ChildProgram): Promise<Told> {
  const { script, op, events = [], answers = {} } = one;
  const calls: string[] = [];
  const { v, err } = await child.runProgram(program, {
    script,
    op: op ?? "run",
    events,
    providers: { main: "openai" },
    toolings: { box: "mcp" },
    endpoint: true,
    sessions: ["s-1"],
    memory: { k: "v" },
    called: ({ t: _t, r: _r, i: _i, ...call }) => {
      if (!OWN_AFFAIRS.has(call.op)) calls.push(JSON.stringify(sorted(call)));
    },
    answer: ({ op: asked }) => {
      const answer = Object.hasOwn(answers, asked) ? answers[asked] : worldAnswers[asked];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const names = new Map<string, string>();
  const named = (text: string) => {
    return text.replaceAll(UUID, (uuid) => {
      if (!names.has(uuid)) names.set(uuid, `#${names.size + 1}`);
      return names.get(uuid)!;
    });
  };
  const end = err !== undefined ? `!${err}` : v !== undefined ? `=${v}` : "-";
  return { calls: calls.map(named), end: named(end) };
}

/** The same value with its keys in order: the order says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([key, member]) => [key, sorted(member)]),
  );
}

/** Fails with every line of `wrong`. */
export function agreed(wrong: readonly string[], cases: readonly OracleCase[], least: number): void {
  ok(cases.length >= least, `the table has ${cases.length} scripts, fewer than ${least}`);
  strictEqual(new Set(cases.map((one) => JSON.stringify(one))).size, cases.length, "a case stands twice in the table");
  ok(wrong.length === 0, `${wrong.length} of ${cases.length} scripts came out otherwise:\n\n${wrong.join("\n\n")}`);
}

/** How many cases are skipped, as the end of a test's name: all or none. */
export function skipped(found: { folder: string } | { missing: string }, cases: readonly OracleCase[]): string {
  return "missing" in found ? `: ${cases.length} skipped (${found.missing})` : ": 0 skipped";
}
