/**
 * Why an agent's trace does not meet what is asserted of it, as text for people: what was awaited, the first entry that broke the
 * order beside it, where the cursor stood, and what was seen.
 * @module
 */

import type { Json, TraceEvent } from "../protocol/mod.ts";
import type { EventStep } from "./assertions.ts";
import type { Track } from "./track.ts";

/** How much of an entry's JSON is shown, in UTF-16 units: whole conversations are in there. */
const SHOWN_JSON = 240;

/** How many steps are shown on either side of the cursor. */
const SHOWN_STEPS = 8;

/** Lines that explain a track whose end was not reached. */
export function explain(track: Track): string[] {
  const at = track.awaited;
  const awaited = track.steps[at];
  if (awaited === undefined) return [];
  return [
    `assertion #${at + 1} not satisfied`,
    `  expected: ${awaited}`,
    ...breakLines(track, awaited).map((line) => `  ${line}`),
    "  cursor:",
    ...cursorLines(track, at).map((line) => `  ${line}`),
    `  observed${track.before.length === 0 ? "" : " since the cursor's last step"}:`,
    ...observedLines(track).map((line) => `    ${line}`),
  ];
}

/** An entry as a person reads it. */
export function eventText(event: TraceEvent): string {
  switch (event.kind) {
    case "call":
      return `call(op=${JSON.stringify(event.op)}, detail=${json(event.detail)})`;
    case "inbound": {
      const data = payloadData(event.payload);
      return data === undefined ? `inbound(${event.event})` : `inbound(${event.event}, data=${json(data)})`;
    }
    case "outcome":
      return `outcome(${event.outcome.kind})`;
  }
}

/** The entry that broke the order beside the awaited one; else one that came too early. */
function breakLines({ firstBreak, before, steps, index }: Track, awaited: EventStep): string[] {
  switch (firstBreak?.kind) {
    case "detail":
      return [
        "the first event that broke the order has the right name:",
        `  ${eventText(firstBreak.event)}`,
        ...firstBreak.mismatches.flatMap(({ path, wanted, found }) => [`- ${path}: ${wanted}`, `+ ${path}: ${json(found)}`]),
      ];
    case "taken":
      return beside(`was taken by #${firstBreak.step + 1}, ${steps[firstBreak.step]}`, awaited, firstBreak.event);
    case "early":
      return beside(`is what #${firstBreak.step + 1} waits for, too early`, awaited, firstBreak.event);
  }
  const missed = before.slice(0, -1).find((event) => awaited.inner.matches(event));
  return missed === undefined ? [] : [`it came before what met #${index}:`, `  ${eventText(missed)}`];
}

function beside(what: string, awaited: EventStep, event: TraceEvent): string[] {
  return [`the first event that broke the order ${what}:`, `- ${awaited}`, `+ ${eventText(event)}`];
}

function cursorLines({ steps, index }: Track, at: number): string[] {
  const [from, to] = [Math.max(0, at - SHOWN_STEPS), Math.min(steps.length, at + SHOWN_STEPS + 1)];
  const lines = steps.slice(from, to).map((step, offset) => {
    const number = from + offset;
    const mark = number < index ? "ok " : number === at ? "-> " : "   ";
    return `${mark} #${number + 1} ${step}`;
  });
  if (from > 0) lines.unshift(`ok  ${from} more`);
  if (to < steps.length) lines.push(`    ${steps.length - to} more`);
  return lines;
}

function observedLines({ after, dropped }: Track): string[] {
  if (after.length === 0) return ["nothing"];
  const lines = after.map(eventText);
  return dropped === 0 ? lines : [...lines, `and ${dropped} more`];
}

function payloadData(payload: Json): Json | undefined {
  return typeof payload === "object" && payload !== null && !Array.isArray(payload) ? payload.data : payload;
}

function json(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length <= SHOWN_JSON ? text : `${text.slice(0, SHOWN_JSON).toWellFormed()}… (${text.length} characters)`;
}
