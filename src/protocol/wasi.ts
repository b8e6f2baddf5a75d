/**
 * The calls that a component's WASI makes of the broker in the host (design §4.2): files, sockets, names, HTTP, waiting. Each travels as
 * the round trip `wasi`; bytes travel as a block beside the frame (`blocks.ts` in `src/pure/`).
 *
 * Members named `h` are the broker's own numbers for what it holds open for the run. Times are in ms since the Unix epoch, sizes and
 * places in bytes. A path is a guest's, relative to a folder that is open.
 * @module
 */

import { type Check, count, finite, flag, listOf, oneOf, optional, record, text } from "./check.ts";

/** How many bytes one read answers at most, and one write takes: large enough that a round trip's fixed cost vanishes beside it. */
export const MAX_BLOCK_BYTES: number = 1024 * 1024;

/** Names what is open. */
export interface WasiHandle {
  /** Its number. */
  h: number;
}

/** A path below an open folder. */
export interface WasiPlace extends WasiHandle {
  /** The path. */
  path: string;
}

/** A path whose last part may be a link that is to be followed. */
export interface WasiFollowed extends WasiPlace {
  /** Whether it is. */
  follow: boolean;
}

/** How a file is opened. */
export interface WasiOpen extends WasiFollowed {
  /** Make the file if there is none. */
  create: boolean;
  /** Fail unless it is a folder. */
  directory: boolean;
  /** Fail if it exists. */
  exclusive: boolean;
  /** Empty it. */
  truncate: boolean;
  /** Read from it. */
  read: boolean;
  /** Write to it. */
  write: boolean;
  /** Change the folder's entries. */
  mutate: boolean;
}

/** WASI's kinds of files, as far as they are told apart. */
export type WasiFileType =
  | "unknown"
  | "block-device"
  | "character-device"
  | "directory"
  | "fifo"
  | "symbolic-link"
  | "regular-file"
  | "socket";

/** What is known of a file. */
export interface WasiStat {
  /** What it is. */
  type: WasiFileType;
  /** How many names it has. */
  links: number;
  /** Its size. */
  size: number;
  /** When it was last read. */
  accessed: number | null;
  /** When it was last written. */
  modified: number | null;
  /** When it was last changed in any way. */
  changed: number | null;
  /** Its device and its number there: together its identity. */
  id: [number, number];
}

/** New times of a file; null leaves one as it is. */
export interface WasiTimes {
  /** When it was last read. */
  accessed: number | null;
  /** When it was last written. */
  modified: number | null;
}

/** An address and a port, the address as text. */
export interface WasiAddress {
  /** Such as `127.0.0.1` or `::1`. */
  ip: string;
  /** The port. */
  port: number;
}

/** What of something open is waited for. */
export type WasiInterest = "read" | "write" | "connect" | "accept" | "answer";

/** An HTTP request. */
export interface WasiRequest {
  /** Such as `GET`. */
  method: string;
  /** `http` or `https`. */
  scheme: string;
  /** Host, and port if it is not the scheme's. */
  authority: string;
  /** Path and query. */
  path: string;
  /** Names and values, of one unit a byte. */
  headers: [string, string][];
  /** Whether a body will be written. */
  body: boolean;
  /** How long connecting may take, in ms; null: the broker's own bound. */
  connect_ms: number | null;
  /** How long the answer's head may take, in ms; null: no bound. */
  answer_ms: number | null;
  /** How long the body may pause, in ms; null: no bound. */
  pause_ms: number | null;
}

/** The head of an HTTP answer. */
export interface WasiAnswer {
  /** The status. */
  status: number;
  /** Names and values, of one unit a byte. */
  headers: [string, string][];
  /** Its body, to be read. */
  body: number;
}

/** Both ends of a connection. */
export interface WasiConnection {
  /** What comes. */
  input: number;
  /** What goes. */
  output: number;
  /** This end's address. */
  local: WasiAddress;
  /** The other end's. */
  remote: WasiAddress;
}

/** The calls: what each is given. */
export interface WasiCalls {
  /** The folders that are open from the start. */
  preopens: Record<never, never>;
  /** Opens a file or a folder. */
  open: WasiOpen;
  /** Reads from a place of a file; the bytes are the block. */
  read_file: WasiHandle & { at: number; most: number };
  /** Writes the block to a place of a file; to its end when the place is null. */
  write_file: WasiHandle & { at: number | null };
  /** Describes what is open. */
  stat: WasiHandle;
  /** Describes a file. */
  stat_at: WasiFollowed;
  /** Cuts or extends a file. */
  set_size: WasiHandle & { size: number };
  /** Sets the times of what is open. */
  set_times: WasiHandle & WasiTimes;
  /** Sets a file's times. */
  set_times_at: WasiFollowed & WasiTimes;
  /** Writes what the system still keeps to its disk. */
  sync: WasiHandle;
  /** Lists a folder. */
  list: WasiHandle;
  /** Makes a folder. */
  make_directory: WasiPlace;
  /** Removes an empty folder. */
  remove_directory: WasiPlace;
  /** Removes a file. */
  unlink: WasiPlace;
  /** Renames a file or a folder. */
  rename: WasiPlace & { to: number; new_path: string };
  /** Gives a file a further name. */
  link: WasiFollowed & { to: number; new_path: string };
  /** What a link says. */
  read_link: WasiPlace;
  /** Begins to connect; `connected` tells how that went. */
  connect: WasiAddress;
  /** Whether a connection is there. */
  connected: WasiHandle;
  /** Takes an address to accept connections at. */
  listen: WasiAddress;
  /** Accepts a connection. */
  accept: WasiHandle;
  /** Ends the sending of a connection's output. */
  end_output: WasiHandle;
  /** Takes an address for datagrams. */
  bind_datagrams: WasiAddress;
  /** Sends the block as a datagram. */
  send_datagram: WasiHandle & WasiAddress;
  /** The datagrams that arrived, one after the other in the block. */
  receive_datagrams: WasiHandle & { most: number };
  /** The addresses of a name. Waits. */
  look_up: { name: string };
  /** Reads from a stream; the bytes are the block. Waits when asked to. */
  read_stream: WasiHandle & { most: number; wait: boolean };
  /** Writes the block to a stream; waits when asked to until the system has it. */
  write_stream: WasiHandle & { wait: boolean };
  /** How much a stream takes now. */
  room: WasiHandle;
  /** Sends a request. */
  send_request: WasiRequest;
  /** Ends a request's body. */
  finish_request: WasiHandle;
  /** The head of the answer. */
  answer: WasiHandle;
  /** Waits until one of them is ready, for so many ms at most (null: for ever). */
  poll: { on: [number, WasiInterest][]; ms: number | null };
}

/** The calls: what each answers. */
export interface WasiResults {
  /** Number and guest path. */
  preopens: [number, string][];
  /** Its number and what it is. */
  open: { h: number; type: WasiFileType };
  /** Whether the file ends there. */
  read_file: boolean;
  /** How many bytes were written. */
  write_file: number;
  /** The description. */
  stat: WasiStat;
  /** The description. */
  stat_at: WasiStat;
  /** Nothing. */
  set_size: null;
  /** Nothing. */
  set_times: null;
  /** Nothing. */
  set_times_at: null;
  /** Nothing. */
  sync: null;
  /** Names and types. */
  list: [string, WasiFileType][];
  /** Nothing. */
  make_directory: null;
  /** Nothing. */
  remove_directory: null;
  /** Nothing. */
  unlink: null;
  /** Nothing. */
  rename: null;
  /** Nothing. */
  link: null;
  /** The link's text. */
  read_link: string;
  /** The number of the attempt. */
  connect: number;
  /** The connection. */
  connected: WasiConnection;
  /** The listener's number and its address. */
  listen: WasiHandle & WasiAddress;
  /** The connection, and its own number. */
  accept: WasiHandle & WasiConnection;
  /** Nothing. */
  end_output: null;
  /** The socket's number and its address. */
  bind_datagrams: WasiHandle & WasiAddress;
  /** Nothing. */
  send_datagram: null;
  /** The senders and the lengths. */
  receive_datagrams: (WasiAddress & { bytes: number })[];
  /** The addresses. */
  look_up: string[];
  /** Whether the stream has ended. */
  read_stream: boolean;
  /** Nothing. */
  write_stream: null;
  /** How many bytes. */
  room: number;
  /** The number of the exchange, and of the body to write. */
  send_request: { h: number; body: number };
  /** Nothing. */
  finish_request: null;
  /** The head. */
  answer: WasiAnswer;
  /** The indexes of those that are ready; none when the time is over. */
  poll: number[];
}

/** The name of a call. */
export type WasiOp = keyof WasiCalls;

/** What a call came to: its result, or WASI's code of what went wrong. */
export type WasiReply<Op extends WasiOp = WasiOp> = {
  /** The result. */
  v: WasiResults[Op];
} | {
  /** The code, such as `no-entry`; of HTTP also `HTTP-request-denied`. */
  e: string;
};

/** Whether a call may take long: an abort of the run then ends it at once. */
export function mayWait({ f, a }: { f: WasiOp; a: WasiCalls[WasiOp] }): boolean {
  return f === "look_up" || f === "poll" || "wait" in a && a.wait;
}

const handle = { h: count };
const place = { h: count, path: text };
const followed = { ...place, follow: flag };
const times = { accessed: optional(finite), modified: optional(finite) };
const address = { ip: text, port: count };
const pair: Check = (value) =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && typeof value[1] === "string"
    ? undefined
    : "two strings";
const interest: Check = oneOf("read", "write", "connect", "accept", "answer");
const polled: Check = (value) =>
  Array.isArray(value) && value.length === 2 && count(value[0]) === undefined && interest(value[1]) === undefined
    ? undefined
    : "a number and an interest";

/** The check of each call's arguments. */
export const wasiChecks: Readonly<Record<WasiOp, Check>> = {
  preopens: record({}),
  open: record({
    ...followed,
    create: flag,
    directory: flag,
    exclusive: flag,
    truncate: flag,
    read: flag,
    write: flag,
    mutate: flag,
  }),
  read_file: record({ ...handle, at: count, most: count }),
  write_file: record({ ...handle, at: optional(count) }),
  stat: record(handle),
  stat_at: record(followed),
  set_size: record({ ...handle, size: count }),
  set_times: record({ ...handle, ...times }),
  set_times_at: record({ ...followed, ...times }),
  sync: record(handle),
  list: record(handle),
  make_directory: record(place),
  remove_directory: record(place),
  unlink: record(place),
  rename: record({ ...place, to: count, new_path: text }),
  link: record({ ...followed, to: count, new_path: text }),
  read_link: record(place),
  connect: record(address),
  connected: record(handle),
  listen: record(address),
  accept: record(handle),
  end_output: record(handle),
  bind_datagrams: record(address),
  send_datagram: record({ ...handle, ...address }),
  receive_datagrams: record({ ...handle, most: count }),
  look_up: record({ name: text }),
  read_stream: record({ ...handle, most: count, wait: flag }),
  write_stream: record({ ...handle, wait: flag }),
  room: record(handle),
  send_request: record({
    method: text,
    scheme: text,
    authority: text,
    path: text,
    headers: listOf(pair),
    body: flag,
    connect_ms: optional(count),
    answer_ms: optional(count),
    pause_ms: optional(count),
  }),
  finish_request: record(handle),
  answer: record(handle),
  poll: record({ on: listOf(polled), ms: optional(finite) }),
};

/** The check of the round trip: which call, and its arguments. */
export const wasiCheck: Check = (value): string | undefined => {
  const { f, a } = value as { f?: unknown; a?: unknown };
  if (typeof f !== "string" || !Object.hasOwn(wasiChecks, f)) return "f: the name of a WASI call";
  const fault = wasiChecks[f as WasiOp](a);
  return fault === undefined ? undefined : `a.${fault}`;
};
