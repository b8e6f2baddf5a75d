/**
 * The schema of `[tunables]`.
 * @module
 */

import { z } from "zod";
import { defaultTunables, type Tunables } from "./tunables.ts";

const defaults = defaultTunables();

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
  inbox_bound: places(
    defaults.inbox_bound,
    "How many undelivered events an agent's inbox holds before messages of others are dropped.",
  ),
  recv_slice_ms: milliseconds(
    defaults.recv_slice_ms,
    "Accepted for compatibility, without effect: a waiting recv is woken, it does not poll.",
  ),
  recv_timeout_secs: seconds(
    defaults.recv_timeout_secs,
    "How long a blocking recv waits for an event, in seconds; 0 does not wait.",
  ),
  reload_poll_ms: milliseconds(
    defaults.reload_poll_ms,
    "Accepted for compatibility, without effect: blocking calls are woken by a reload.",
  ),
  interrupt_budget_ms: milliseconds(
    defaults.interrupt_budget_ms,
    "How long a brain may go on after the grace time before it is killed, in milliseconds.",
  ),
  reload_grace_secs: seconds(
    defaults.reload_grace_secs,
    "How long a brain has to end by itself on a reload or shutdown, in seconds.",
  ),
  loop_backoff_start_ms: milliseconds(
    defaults.loop_backoff_start_ms,
    "The first pause of `omw loop` after a failure, in milliseconds; it doubles.",
    1,
  ),
  loop_backoff_cap_secs: seconds(
    defaults.loop_backoff_cap_secs,
    "The longest pause of `omw loop` after a failure, in seconds.",
    1,
  ),
  tooling_connect_backoff_start_ms: milliseconds(
    defaults.tooling_connect_backoff_start_ms,
    "The first pause between dials of a tool server, in milliseconds; it doubles.",
    1,
  ),
  tooling_connect_backoff_cap_secs: seconds(
    defaults.tooling_connect_backoff_cap_secs,
    "The longest pause between dials of a tool server, in seconds.",
    1,
  ),
  watch_debounce_ms: milliseconds(
    defaults.watch_debounce_ms,
    "How long a file must be quiet before its change counts, in milliseconds.",
  ),
  trace_buffer: places(defaults.trace_buffer, "How many trace entries a slow reader may lag behind."),
  session_buffer: places(
    defaults.session_buffer,
    "How many deltas of an endpoint session wait for the client before further ones are dropped.",
  ),
  session_idle_secs: seconds(
    defaults.session_idle_secs,
    "How long an endpoint session may stay without a delta after a reload, in seconds.",
    1,
  ),
  cancel_pumps_on_reload: z.boolean().default(defaults.cancel_pumps_on_reload)
    .describe("Cancel open streams, timers, subscriptions and tool calls on a reload; false keeps them."),
  allow_unlocked_secrets: z.boolean().default(defaults.allow_unlocked_secrets)
    .describe("Go on when the memory of secrets cannot be locked, such as in a container; false refuses to start."),
  test_timeout_secs: seconds(
    defaults.test_timeout_secs,
    "How long one test of `omw test` may take, in seconds; 0 sets no limit.",
  ),
  mock_speed: z.int().min(1).max(MAX_SPEED).default(defaults.mock_speed)
    .describe("How many times faster than real time the delays and polls of scripted doubles pass."),
  tui_tick_ms: milliseconds(defaults.tui_tick_ms, "How often the live view of the terminal is drawn, in milliseconds.", 1),
  tui_tab_capacity: places(defaults.tui_tab_capacity, "How many lines a tab of the live view keeps; 0 sets no limit.", 0),
});
