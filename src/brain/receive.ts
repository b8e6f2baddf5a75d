/**
 * `recv` and `try-recv` (design §3: pushing, aborts).
 * @module
 */

import { abortTexts, STALE_READ_MS } from "../protocol/frames.ts";
import type { Exchange } from "./exchange.ts";
import { fail, ok, type Op } from "./op.ts";

/** What `recv` fails with when its time is over (facts §4.7). */
const NO_EVENT = "no event available";

/** Waits for the next event. */
export const recv: Op = (exchange) => {
  for (;;) {
    const text = take(exchange);
    if (text !== undefined) return text;
    // A wait that ended with events of cancelled handles alone begins anew: the host takes any event for its answer.
    if (!exchange.waitForEvent()) return take(exchange) ?? fail(NO_EVENT);
  }
};

/** The next event if there is one, else null. */
export const tryRecv: Op = (exchange) => {
  for (;;) {
    const text = take(exchange);
    if (text !== undefined) return text;
    const reply = exchange.ask("try_recv", {});
    if ("err" in reply) return fail(reply.err);
    // Everything that may be pushed is here now. When all of it is skipped, more may come into its place.
    if (exchange.queue.size === 0 && exchange.abort === undefined) return ok(null);
  }
};

/** Hands over what is here: the abort, or the oldest event that is wanted. */
function take(exchange: Exchange): string | undefined {
  exchange.takeIn();
  for (;;) {
    if (exchange.abort !== undefined) return aborted(exchange);
    exchange.skipSuppressed();
    const event = exchange.queue.peek();
    if (event === undefined) return undefined;
    if (exchange.sinceRead > STALE_READ_MS) {
      // An abort may wait in the pipe behind nothing at all: it overtakes events that were pushed ahead.
      exchange.ask("sync", {});
      if (exchange.abort !== undefined) continue;
    }
    exchange.takeEvent(event);
    return `={"id":"${event.id}","event":${event.text}}`;
  }
}

function aborted(exchange: Exchange): string {
  const event = exchange.takeAbort();
  if (event !== undefined) return ok({ id: event.id, event: { kind: event.kind } });
  return fail(abortTexts[exchange.abort!]);
}
