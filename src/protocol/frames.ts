/**
 * The frames between the host and a brain process (design §3): one JSON object a line, over the child's stdin and stdout. The bytes of a
 * component's WASI calls stand before the frame that they belong to, as a block (`blocks.ts` in `src/pure/`).
 * @module
 */

import type { OneWayOp, RoundTripOp } from "./calls.ts";
import { oneWayChecks, roundTripChecks } from "./calls.ts";
import { type Check, count, finite, oneOf, optional, record, text } from "./check.ts";
import type { Event, Json } from "./model.ts";
import { plainStreamOf } from "./plain_stream.ts";

/** The longest frame in bytes, its line end not counted. Enough for the largest message that makes sense, little enough to hold twice. */
export const MAX_FRAME_BYTES: number = 16 * 1024 * 1024;

/** How much of a script, a component or a memory snapshot travels in one `part` frame, in UTF-16 units (at most 3 bytes each). */
export const PART_LENGTH: number = 1024 * 1024;

/** How many events may travel ahead of their acks. */
export const WINDOW_EVENTS = 256;

/** How many bytes of events may travel ahead of their acks; a larger event travels alone. */
export const WINDOW_BYTES: number = 1024 * 1024;

/** How many handles an agent may have open at once. */
export const MAX_HANDLES = 4096;

/** What an agent's memory may hold in bytes, counted by `memoryCost`; a run that stores more ends with an error. */
export const MAX_MEMORY_BYTES: number = 64 * 1024 * 1024;

/**
 * Every so many deltas of a run, the child waits for the host's word of ended sessions. As many as the host pushes ahead: on a busy machine
 * a wait takes a millisecond, and at every 64th delta that was most of a stream's time (measured).
 */
export const STREAM_SYNC_EVERY = 256;

/**
 * How many chat deltas a brain may be handed before their ack is sent. An ack is for all events up to its number, and goes out before any
 * other frame, in one write with it, and before the child waits for one, so this only spares writes (half of what a delta costs the child,
 * measured). What a lost process had in flight of deltas does not come back for that reason: one of them may have been handed over, and
 * their stream is cancelled with the run. Every other event is acked before it is handed over, and so are deltas while somebody listens to
 * the trace.
 */
export const MAX_OWED_ACKS = 32;

/** A child that has not read its stdin for so long asks for a sync before it hands over a queued event, in ms. */
export const STALE_READ_MS = 10;

/** Why a run is asked to end. */
export type AbortReason = "reload" | "shutdown" | "stop";

/** What `recv` and the blocking calls of an aborted run fail with (facts §4.7). */
export const abortTexts: Readonly<Record<AbortReason, string>> = {
  reload: "agent reloaded",
  shutdown: "agent shutting down",
  stop: "agent stopped",
};

/** What kind of source a handle names. */
export type HandleKind = "chat" | "tool" | "timer" | "resource" | "agent" | "endpoint";

/** A handle that is open when a run starts: what it is, and for a subscription its source (agent or model). */
export interface LiveHandle {
  /** The handle. */
  u: string;
  /** What it names. */
  kind: HandleKind;
  /** The agent or the model subscribed to. */
  source?: string;
}

/** What a brain process is to run. */
export type ProgramRef =
  | {
    /** A JavaScript source; the part `script` holds its text. */
    kind: "js";
    /** The script's path, for error messages. */
    filename: string;
    /** The release whose shapes the script finds; absent: the documented ones. */
    api?: "0.1.10";
  }
  | {
    /** A component; the parts `glue` and `core:<name>` hold it unless the process has it already. */
    kind: "component";
    /** The content's hash, by which a warm process knows it. */
    id: string;
    /** The component's path, for error messages. */
    filename: string;
    /** The names of its core modules. */
    cores: string[];
    /** What `run` and `check` are given is in the part `script`. */
    script: boolean;
    /** Names and values of the component's environment. */
    env: [string, string][];
    /** The component's arguments. */
    args: string[];
    /** The folder that it is told it works in; absent: none. */
    cwd?: string;
    /** Whether what it writes to its standard output is told; absent: yes. */
    stdout?: boolean;
    /** Whether what it writes to its standard error is told; absent: yes. */
    stderr?: boolean;
    /** The seed of its insecure random numbers, a decimal below 2¹²⁸; absent: they are secure ones. */
    seed?: string;
    /** How many random bytes one call may ask for; absent: the brain process's own bound. */
    most_random?: number;
    /** Which shapes of the contract's records it embeds, by record (design §6). */
    shapes: Record<string, string>;
  };

/** What a run starts with. */
export interface StartFrame {
  /** The frame's type. */
  t: "start";
  /** The run's number, unique within the process. */
  r: number;
  /** Run the brain, or only let it check its script. */
  op: "run" | "check";
  /** The agent. */
  agent: string;
  /** What to run. */
  program: ProgramRef;
  /** The kinds of the providers by name. */
  providers: Record<string, string>;
  /** The kinds of the toolings by name. */
  toolings: Record<string, string>;
  /** Whether an endpoint is configured. */
  endpoint: boolean;
  /** The agent's open endpoint sessions. */
  sessions: string[];
  /** The agent's open handles. */
  handles: LiveHandle[];
  /** Whether somebody listens to the trace. */
  trace: boolean;
}

/** What the host sends. */
export type HostFrame =
  | {
    /** A piece of a text that the next start frame needs, in order; or how many bytes of what it needs follow in blocks. */
    t: "part";
    /** The run that it is for. */
    r: number;
    /** `script`, `memory` (a JSON object), both texts; `glue` (UTF-8) or `core:<name>`, both bytes. */
    k: string;
    /** The piece of a text. */
    d?: string;
    /** How many bytes there are. */
    size?: number;
  }
  | StartFrame
  | {
    /** An event; written by `eventLine` in exactly this order of keys. */
    t: "ev";
    /** The run. */
    r: number;
    /** The event's number within the run, from 1. */
    n: number;
    /** The source's handle. */
    id: string;
    /** The event. */
    e: Event;
  }
  | {
    /** The run is to end. */
    t: "abort";
    /** The run. */
    r: number;
    /** Why. */
    why: AbortReason;
  }
  | {
    /** The answer of a round trip. */
    t: "re";
    /** The run. */
    r: number;
    /** The call's number. */
    i: number;
    /** The result, when it went well. */
    v?: Json;
    /** What went wrong, when it didn't. */
    err?: string;
    /** The length of the block that stands before the frame, if one does. */
    b?: number;
  }
  | {
    /** No event came in time. */
    t: "timeout";
    /** The run. */
    r: number;
    /** The number of the `want` that it answers. */
    s: number;
  }
  | {
    /** A session ended, or a handle was closed without an event. */
    t: "ended";
    /** The run. */
    r: number;
    /** The session or handle. */
    id: string;
  }
  | {
    /** The configured names changed. */
    t: "names";
    /** The run. */
    r: number;
    /** The kinds of the providers by name. */
    providers: Record<string, string>;
    /** The kinds of the toolings by name. */
    toolings: Record<string, string>;
  };

/** What a brain process sends. */
export type BrainFrame =
  | {
    /** The process is up. */
    t: "ready";
    /** The program's version; a host that was replaced on disk meanwhile sees another one here. */
    v: string;
  }
  | {
    /** The brain is about to be handed an event, or was handed chat deltas. */
    t: "ack";
    /** The run. */
    r: number;
    /** The event's number; the ack is for all events before it too. */
    n: number;
  }
  | {
    /** An event of a cancelled handle was dropped. */
    t: "skip";
    /** The run. */
    r: number;
    /** The event's number. */
    n: number;
  }
  | {
    /** The brain waits for an event. */
    t: "want";
    /** The run. */
    r: number;
    /** This wait's number. */
    s: number;
  }
  | {
    /** A one-way call; its arguments stand beside these members. */
    t: "do";
    /** The run. */
    r: number;
    /** Which call. */
    op: OneWayOp;
  }
  | {
    /** A round trip; its arguments stand beside these members. */
    t: "ask";
    /** The run. */
    r: number;
    /** This call's number within the run, from 1. */
    i: number;
    /** Which call. */
    op: RoundTripOp;
    /** The length of the block that stands before the frame, if one does. */
    b?: number;
  }
  | {
    /** The run is over. */
    t: "done";
    /** The run. */
    r: number;
    /** The terminal message. */
    v?: string;
    /** What it failed with. */
    err?: string;
    /** Bytes of memory that the process uses now. */
    mem: number;
  };

/** An `ev` frame around an event that is JSON text already; the child finds its parts by their places. */
export function eventLine(run: number, n: number, id: string, event: string): string {
  return `{"t":"ev","r":${run},"n":${n},"id":"${id}","e":${event}}`;
}

const ACK_PREFIX = `{"t":"ack","r":`;
const ACK_MIDDLE = `,"n":`;

/**
 * An ack as the child writes it; anything else is left to the parser. Each event but a chat delta brings one of these, and this is a
 * fifth of the cost of parsing and checking it (measured).
 */
function ackOf(line: string): BrainFrame | undefined {
  if (!line.startsWith(ACK_PREFIX) || line.length > 60) return undefined;
  const runEnd = line.indexOf(",", ACK_PREFIX.length);
  if (runEnd < 0 || !line.startsWith(ACK_MIDDLE, runEnd)) return undefined;
  const r = digits(line, ACK_PREFIX.length, runEnd);
  const n = digits(line, runEnd + ACK_MIDDLE.length, line.length - 1);
  if (r < 0 || n < 0 || line.charCodeAt(line.length - 1) !== 125 /* } */) return undefined;
  return { t: "ack", r, n };
}

/** The whole number that stands from `start` to `end`, or -1: at most 15 digits, so that it is exact, and no zero before others. */
function digits(line: string, start: number, end: number): number {
  if (start >= end || end - start > 15 || line.charCodeAt(start) === 48 && end - start > 1) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = line.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

const brainChecks: Readonly<Record<BrainFrame["t"], Check>> = {
  ready: record({ v: text }),
  ack: record({ r: count, n: count }),
  skip: record({ r: count, n: count }),
  want: record({ r: count, s: count }),
  do: record({ r: count, op: oneOf(...Object.keys(oneWayChecks)) }),
  ask: record({ r: count, i: count, b: optional(count), op: oneOf(...Object.keys(roundTripChecks)) }),
  done: record({ r: count, v: optional(text), err: optional(text), mem: finite }),
};

/**
 * Reads one line of a brain process.
 * @throws {SyntaxError} when it is no frame: no JSON, an unknown type, a member that is missing or of another type
 */
export function parseBrainFrame(line: string): BrainFrame {
  const known = ackOf(line) ?? plainStreamOf(line);
  if (known !== undefined) return known;
  const frame: unknown = JSON.parse(line);
  const type = typeof frame === "object" && frame !== null ? (frame as { t?: unknown }).t : undefined;
  if (typeof type !== "string" || !Object.hasOwn(brainChecks, type)) throw new SyntaxError("it is no frame");
  const fault = brainChecks[type as BrainFrame["t"]](frame) ?? callFault(frame as BrainFrame);
  if (fault !== undefined) throw new SyntaxError(`the frame ${type} is malformed: wanted ${fault}`);
  return frame as BrainFrame;
}

function callFault(frame: BrainFrame): string | undefined {
  if (frame.t === "do") return oneWayChecks[frame.op](frame);
  if (frame.t === "ask") return roundTripChecks[frame.op](frame);
  return undefined;
}
