/**
 * The trace: every host call and every event that a brain received, in order (facts §10.4). Tests, mocks' gates, recordings
 * and inspectors all read this one stream.
 * @module
 */

import type { Json } from "./model.ts";

/** How a run ended well. */
export type RunOutcome = { kind: "completed" } | { kind: "exited"; message: string };

/** One entry of the trace. */
export type TraceEvent =
  | {
    /** An event that the brain received. */
    kind: "inbound";
    /** The agent. */
    agent: string;
    /** The event's source. */
    id: string;
    /** The event's kind, such as `chat-delta`. */
    event: string;
    /** The event as `{ "kind": K, "data": D }`; `data` is absent for kinds without a payload. */
    payload: Json;
  }
  | {
    /** A call that the brain made. */
    kind: "call";
    /** The agent. */
    agent: string;
    /** The call's name in snake case, such as `chat_stream`. */
    op: string;
    /** The call's arguments as far as the trace shows them. */
    detail: Json;
  }
  | {
    /** A run that ended without an error. */
    kind: "outcome";
    /** The agent. */
    agent: string;
    /** How it ended. */
    outcome: RunOutcome;
  };

/** Where the trace can be followed. */
export interface TraceFeed {
  /** Hears every later entry, synchronously and in order; returns how to stop. */
  listen(listener: (event: TraceEvent) => void): () => void;
}
