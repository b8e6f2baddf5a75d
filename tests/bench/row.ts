/**
 * What a benchmark gives: figures of one run of this machine, set against a calibration of the same run. Machines here are noisy and
 * differ, so no row is a time (see the README of the benchmarks in CONTRIBUTING.md).
 * @module
 */

/** One row of the benchmark's table. */
export interface Row {
  /** What was measured, and against what. */
  name: string;
  /** The measured ratio. */
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
