/**
 * The `[tunables]` of a config: every time, bound and backoff of the runtime (facts §3.10).
 * @module
 */

import { z } from "zod";

/** A year. Longer times than that are a slip of the keyboard, and bounded ones stay exact in milliseconds. */
const MAX_SECONDS = 31_536_000;
const MAX_MILLISECONDS = MAX_SECONDS * 1000;

/** Each place in a buffer costs memory when it fills. */
const MAX_PLACES = 1_048_576;

/** At this speed the longest delay of a double takes less than 4 ms. */
const MAX_SPEED = 1_000_000;

function places(fallback: number, text: string, least = 1) {
  return z.int().min(least).max(MAX_PLACES).default(fallback).describe(text);
}

function seconds(fallback: number, text: string, least = 0) {
  return z.int().min(least).max(MAX_SECONDS).default(fallback).describe(text);
}

function milliseconds(fallback: number, text: string, least = 0) {
  return z.int().min(least).max(MAX_MILLISECONDS).default(fallback).describe(text);
}

/**
 * The schema of `[tunables]`; every key has a default. Where 0 would stop the program from working (a buffer without places, a
 * backoff without a pause) the least value is 1; where it has a plain meaning (do not wait) it is allowed.
 */
export const tunablesSchema: z.ZodType<Tunables, Partial<Tunables>> = z.object({
  inbox_bound: places(1024, "How many undelivered events an agent's inbox holds before messages of others are dropped."),
  recv_slice_ms: milliseconds(200, "Accepted for compatibility, without effect: a waiting recv is woken, it does not poll."),
  recv_timeout_secs: seconds(60, "How long a blocking recv waits for an event, in seconds; 0 does not wait."),
  reload_poll_ms: milliseconds(200, "Accepted for compatibility, without effect: blocking calls are woken by a reload."),
  interrupt_budget_ms: milliseconds(100, "How long a brain may go on after the grace time before it is killed, in milliseconds."),
  reload_grace_secs: seconds(5, "How long a brain has to end by itself on a reload or shutdown, in seconds."),
  loop_backoff_start_ms: milliseconds(100, "The first pause of `omw loop` after a failure, in milliseconds; it doubles.", 1),
  loop_backoff_cap_secs: seconds(30, "The longest pause of `omw loop` after a failure, in seconds.", 1),
  tooling_connect_backoff_start_ms: milliseconds(
    100,
    "The first pause between dials of a tool server, in milliseconds; it doubles.",
    1,
  ),
  tooling_connect_backoff_cap_secs: seconds(30, "The longest pause between dials of a tool server, in seconds.", 1),
  watch_debounce_ms: milliseconds(200, "How long a file must be quiet before its change counts, in milliseconds."),
  trace_buffer: places(4096, "How many trace entries a slow reader may lag behind."),
  session_buffer: places(8192, "How many deltas of an endpoint session wait for the client before further ones are dropped."),
  session_idle_secs: seconds(60, "How long an endpoint session may stay without a delta after a reload, in seconds.", 1),
  cancel_pumps_on_reload: z.boolean().default(true)
    .describe("Cancel open streams, timers, subscriptions and tool calls on a reload; false keeps them."),
  allow_unlocked_secrets: z.boolean().default(false)
    .describe("Go on when the memory of secrets cannot be locked, such as in a container; false refuses to start."),
  test_timeout_secs: seconds(30, "How long one test of `omw test` may take, in seconds; 0 sets no limit."),
  mock_speed: z.int().min(1).max(MAX_SPEED).default(1)
    .describe("How many times faster than real time the delays and polls of scripted doubles pass."),
  tui_tick_ms: milliseconds(80, "How often the live view of the terminal is drawn, in milliseconds.", 1),
  tui_tab_capacity: places(2000, "How many lines a tab of the live view keeps; 0 sets no limit.", 0),
});

/** The values of `[tunables]`, named as in the file. Times are whole seconds (`_secs`) or milliseconds (`_ms`). */
export interface Tunables {
  /** Undelivered events an inbox holds before messages of others are dropped; 1 or more. */
  inbox_bound: number;
  /** Without effect. */
  recv_slice_ms: number;
  /** How long a blocking `recv` waits; 0 does not wait. */
  recv_timeout_secs: number;
  /** Without effect. */
  reload_poll_ms: number;
  /** How long a brain may go on after the grace time. */
  interrupt_budget_ms: number;
  /** How long a brain has to end by itself. */
  reload_grace_secs: number;
  /** First pause of `omw loop` after a failure; 1 or more. */
  loop_backoff_start_ms: number;
  /** Longest pause of `omw loop` after a failure; 1 or more. */
  loop_backoff_cap_secs: number;
  /** First pause between dials of a tool server; 1 or more. */
  tooling_connect_backoff_start_ms: number;
  /** Longest pause between dials of a tool server; 1 or more. */
  tooling_connect_backoff_cap_secs: number;
  /** How long a watched file must be quiet. */
  watch_debounce_ms: number;
  /** Trace entries a slow reader may lag behind; 1 or more. */
  trace_buffer: number;
  /** Deltas of a session that wait for its client; 1 or more. */
  session_buffer: number;
  /** How long a session may stay without a delta after a reload; 1 or more. */
  session_idle_secs: number;
  /** Whether a reload cancels what is open. */
  cancel_pumps_on_reload: boolean;
  /** Whether secrets may stay in memory that cannot be locked. */
  allow_unlocked_secrets: boolean;
  /** How long one test may take; 0 sets no limit. */
  test_timeout_secs: number;
  /** How many times faster than real time the delays and polls of scripted doubles pass; 1 or more. */
  mock_speed: number;
  /** How often the live view is drawn; 1 or more. */
  tui_tick_ms: number;
  /** Lines a tab of the live view keeps; 0 sets no limit. */
  tui_tab_capacity: number;
}

/** The tunables of a config that sets none; a fresh object each time. */
export function defaultTunables(): Tunables {
  return tunablesSchema.parse({});
}
