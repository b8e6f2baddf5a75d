/**
 * The signals that end a run.
 * @module
 */

/** The signals that ask for a clean end, with their numbers. SIGHUP (the terminal went away) asks for the same as SIGTERM. */
const numbers = { SIGTERM: 15, SIGINT: 2, SIGHUP: 1 } as const;

/** The signal with this number in the process's life ends it at once: the one before may have been sent for want of patience. */
const LAST_RESORT = 3;

/** A name of a signal that ends a run. */
export type EndSignal = keyof typeof numbers;

/** What happens on signals. */
export interface SignalActions {
  /**
   * The first one: end cleanly; the exit code is what ends of this kind have, 128 and the signal's number, if that is wanted. The second
   * has no meaning of its own (facts §2.4), since a service manager and a terminal may both send one.
   */
  readonly first: (signal: EndSignal, exitCode: number) => void;
  /** The third one: end at once with this exit code, 128 and the signal's number. */
  readonly third: (signal: EndSignal, exitCode: number) => void;
}

/** Listens from now on for the life of the process, and never lets a signal's default action happen. */
export function onEndSignals(actions: SignalActions): void {
  let count = 0;
  for (const signal of Object.keys(numbers) as EndSignal[]) {
    Deno.addSignalListener(signal, () => {
      count++;
      if (count === 1) actions.first(signal, 128 + numbers[signal]);
      else if (count === LAST_RESORT) actions.third(signal, 128 + numbers[signal]);
    });
  }
}
