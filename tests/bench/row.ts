/**
 * What a benchmark gives: figures of one run of this machine, set against a calibration of the same run. Machines here are noisy and
 * differ, so a row is a ratio, or where its bound is a plain figure the difference to the calibration.
 * @module
 */

import process from "node:process";

/** One row of the benchmark's table. */
export interface Row {
  /** What was measured, and against what. */
  name: string;
  /** The measured figure, as a rule a ratio. */
  ratio: number;
  /** What it may be at most; absent when `least` is given. */
  bound?: number;
  /** What it must be at least. */
  least?: number;
  /** The figures behind it, for people. */
  note?: string;
}

/** The median of some figures. */
export function median(figures: number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** Runs two measurements in turn, so that both see the same weather, and answers the median of the ratios of the pairs. */
export async function paired(
  rounds: number,
  ours: () => Promise<number>,
  calibration: () => Promise<number>,
): Promise<{ ratio: number; ours: number; calibration: number }> {
  const pairs: { ours: number; calibration: number }[] = [];
  // The first round warms both up and does not count.
  for (let i = 0; i <= rounds; i++) {
    const pair = { calibration: await calibration(), ours: await ours() };
    if (i > 0) pairs.push(pair);
  }
  return {
    ratio: median(pairs.map((pair) => pair.ours / pair.calibration)),
    ours: median(pairs.map((pair) => pair.ours)),
    calibration: median(pairs.map((pair) => pair.calibration)),
  };
}

/** What `paired` gives. */
type Paired = Awaited<ReturnType<typeof paired>>;

/** The row of two times in ms against each other. */
export function timesRow(name: string, bound: number, { ratio, ours, calibration }: Paired): Row {
  return { name, ratio, bound, note: `${ours.toFixed(0)} ms : ${calibration.toFixed(0)} ms` };
}

/**
 * The least processor time in ms, on all threads, that each of two pieces of work takes over some rounds in turn. Processor time, because
 * time on the clock also counts what other programs take: on a busy machine it varied by a quarter.
 */
export function leastProcessorTimes(rounds: number, a: () => void, b: () => void): [number, number] {
  let [leastA, leastB] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    leastA = Math.min(leastA, processorTime(a));
    leastB = Math.min(leastB, processorTime(b));
  }
  return [leastA, leastB];
}

function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What stands in place of rows that cannot be had on this machine. */
export function skippedRow(name: string, reason: string): Row {
  return { name: `${name}: skipped`, ratio: 0, bound: 0, note: reason };
}
