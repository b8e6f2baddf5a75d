/**
 * A short delta of text alone on its way to an endpoint session, read without a JSON parser: while a reply is streamed nearly every
 * frame of a brain is one, and both processes otherwise parse, check and write each anew. Only the spelling that the worlds of
 * brains write is known here (`plainStream` in `src/brain/js_world.ts`, `deltaIn` in `src/brain/component_records.ts`); a delta in any other
 * takes the long way and comes to the same.
 * @module
 */

import type { StreamArgs } from "./calls.ts";

/** The frame of such a delta, as `parseBrainFrame` answers any other one-way call. */
export interface PlainStreamFrame extends StreamArgs {
  /** A one-way call. */
  t: "do";
  /** The run. */
  r: number;
  /** Which call. */
  op: "stream_endpoint";
}

/** Longer ones are not worth it, and a regular expression keeps a stack of its own for each unit. */
const MAX_UNITS = 1024;

const ARGS = String.raw`"session":"([0-9a-f-]{36})","delta":\{"content":` +
  String.raw`("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"),"tool_calls":\[\]\}\}$`;
const CALL = new RegExp(String.raw`^\{${ARGS}`);
const FRAME = new RegExp(String.raw`^\{"t":"do","r":(0|[1-9]\d{0,14}),"op":"stream_endpoint",${ARGS}`);

/** The session of a call's arguments, JSON text, when they are of that kind; such text is sound JSON without a line end. */
export function plainStreamSession(args: string): string | undefined {
  return args.length > MAX_UNITS ? undefined : CALL.exec(args)?.[1];
}

/** The frame of a call of that kind: what `JSON.stringify` makes of it. */
export function plainStreamLine(run: number, args: string): string {
  return `{"t":"do","r":${run},"op":"stream_endpoint",${args.slice(1)}`;
}

/** The frame in a line, when it is one of that kind. */
export function plainStreamOf(line: string): PlainStreamFrame | undefined {
  if (line.length > MAX_UNITS || !line.startsWith(`{"t":"do"`)) return undefined;
  const match = FRAME.exec(line);
  if (match === null) return undefined;
  const [, run = "", session = "", content = ""] = match;
  const text: string = content.includes("\\") ? JSON.parse(content) : content.slice(1, -1);
  return { t: "do", r: Number(run), op: "stream_endpoint", session, delta: { content: text, tool_calls: [] } };
}
