/**
 * The calls of the contract's `host` interface that have to do with time.
 * @module
 */

import { record, text } from "../protocol/check.ts";
import { strftime } from "../pure/strftime.ts";
import type { Exchange } from "./exchange.ts";
import { answer, fail, HANDLES_FULL, isHandle, mint, ok, type Op, read, readTicks } from "./op.ts";

/** What `wait_until` and `sleep_until` fail with for a time that is not ahead (facts §4.9). */
const NOT_AHEAD = "timestamp must be in the future";

/** Milliseconds since the Unix epoch. */
const timeNow: Op = () => ok(Date.now());

const timeFormatArgs = record({ ts: text, format: text });

/** A time in UTC as a format shows it; what can't be shown is empty. */
const timeFormat: Op = (_exchange, args) => {
  const { ts, format } = read<{ ts: string; format: string }>(args, timeFormatArgs);
  return ok(strftime(readTicks(ts), format));
};

/** Opens a timer by a one-way call. */
function openTimer(exchange: Exchange, send: (u: string) => void): string {
  const u = mint();
  send(u);
  exchange.handles.open({ u, kind: "timer" });
  return ok(u);
}

/** Starts a timer. Args: milliseconds. */
const waitFor: Op = (exchange, args) => {
  const ms = readTicks(args);
  if (exchange.handles.full) {
    exchange.trace("wait_for", { ms });
    return fail(HANDLES_FULL);
  }
  return openTimer(exchange, (u) => exchange.tell("wait_for", { u, ms }));
};

/** Starts a timer. Args: when it fires, in ms since the Unix epoch. */
const waitUntil: Op = (exchange, args) => {
  const ts = readTicks(args);
  const fault = ts <= Date.now() ? NOT_AHEAD : exchange.handles.full ? HANDLES_FULL : undefined;
  if (fault !== undefined) {
    exchange.trace("wait_until", { ts });
    return fail(fault);
  }
  return openTimer(exchange, (u) => exchange.tell("wait_until", { u, ts }));
};

/** Starts a timer. Args: a cron spec. */
const waitCron: Op = (exchange, spec) => {
  if (exchange.handles.full) {
    exchange.trace("wait_cron", { spec });
    return fail(HANDLES_FULL);
  }
  const u = mint();
  const reply = exchange.ask("wait_cron", { u, spec });
  if ("err" in reply) return fail(reply.err);
  exchange.handles.open({ u, kind: "timer" });
  return ok(u);
};

/** Cancels a timer. Args: its handle. */
const cancelTimer: Op = (exchange, u) => {
  if (isHandle(u)) {
    exchange.cancel("cancel_timer", u, "timer");
  } else {
    exchange.trace("cancel_timer", { uuid: u });
  }
  return ok(null);
};

/** Sleeps; an abort ends the sleep, and as it has no result there is no error to tell of. Args: milliseconds. */
const sleepFor: Op = (exchange, args) => {
  exchange.ask("sleep_for", { ms: readTicks(args) }, true);
  return ok(null);
};

/** Sleeps. Args: until when, in ms since the Unix epoch. */
const sleepUntil: Op = (exchange, args) => {
  const ts = readTicks(args);
  if (ts <= Date.now()) {
    exchange.trace("sleep_until", { ts });
    return fail(NOT_AHEAD);
  }
  return answer(exchange.ask("sleep_until", { ts }, true));
};

/** Sleeps. Args: a cron spec. */
const sleepCron: Op = (exchange, spec) => answer(exchange.ask("sleep_cron", { spec }, true));

/** The calls by name. */
export const timerOps: Readonly<Record<string, Op>> = {
  time_now: timeNow,
  time_format: timeFormat,
  wait_for: waitFor,
  wait_until: waitUntil,
  wait_cron: waitCron,
  cancel_timer: cancelTimer,
  sleep_for: sleepFor,
  sleep_until: sleepUntil,
  sleep_cron: sleepCron,
};
