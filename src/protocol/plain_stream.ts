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

const SESSION = String.raw`"session":"([0-9a-f-]{36})","delta":\{"content":`;
const END = `,"tool_calls":[]}}`;
const QUOTE = 34;

/** What a text may not hold as it is in JSON, or what stands for something else there. */
const SPECIAL = new RegExp(String.raw`["\\\x00-\x1f]`);

/**
 * Texts that begin as a pattern says, go on with a JSON string and end as such a delta does. Thousands in a row begin alike, so the last
 * beginning is kept: comparing it takes half the time of the pattern over the whole text (measured).
 */
class Spelling {
  readonly #beginning: RegExp;
  #known = "";
  /** What the beginning of the last text that was read holds. */
  found: readonly string[] = [];

  constructor(beginning: RegExp) {
    this.#beginning = beginning;
  }

  /** The string in a text of that kind. */
  read(text: string): string | undefined {
    const end = text.length - END.length;
    if (text.slice(end) !== END) return undefined;
    if (this.#known === "" || text.slice(0, this.#known.length) !== this.#known) {
      const match = this.#beginning.exec(text);
      if (match === null) return undefined;
      this.#known = copied(match[0]);
      this.found = this.#beginning.exec(this.#known)!.slice(1);
    }
    const start = this.#known.length;
    if (end - start < 2 || text.charCodeAt(start) !== QUOTE || text.charCodeAt(end - 1) !== QUOTE) return undefined;
    const inner = text.slice(start + 1, end - 1);
    if (!SPECIAL.test(inner)) return inner;
    try {
      return JSON.parse(text.slice(start, end));
    } catch {
      return undefined;
    }
  }
}

/** The same text in memory of its own: as a part of another one it would keep all of that, a whole read of frames. */
function copied(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

const calls = new Spelling(new RegExp(String.raw`^\{${SESSION}`));
const frames = new Spelling(new RegExp(String.raw`^\{"t":"do","r":(0|[1-9]\d{0,14}),"op":"stream_endpoint",${SESSION}`));

/** The session of a call's arguments, JSON text, when they are of that kind; such text is sound JSON without a line end. */
export function plainStreamSession(args: string): string | undefined {
  return calls.read(args) === undefined ? undefined : calls.found[0];
}

/** The frame of a call of that kind: what `JSON.stringify` makes of it. */
export function plainStreamLine(run: number, args: string): string {
  return `{"t":"do","r":${run},"op":"stream_endpoint",${args.slice(1)}`;
}

/** The frame in a line, when it is one of that kind. */
export function plainStreamOf(line: string): PlainStreamFrame | undefined {
  const content = frames.read(line);
  if (content === undefined) return undefined;
  const [run = "", session = ""] = frames.found;
  return { t: "do", r: Number(run), op: "stream_endpoint", session, delta: { content, tool_calls: [] } };
}
