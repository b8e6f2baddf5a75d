/**
 * How fast a provider's stream is decoded.
 * @module
 */

import process from "node:process";
import { DeltaDecoder } from "../../src/provider/openai_deltas.ts";

/** One measured ratio and the bound that it must not exceed. */
export interface BenchRow {
  /** What was measured. */
  name: string;
  /** The ratio of two times. */
  ratio: number;
  /** The largest ratio that is good enough. */
  bound: number;
}

const encoder = new TextEncoder();

/**
 * Measures the decoder. Both rows are ratios of processor times, taken in turn on the same machine, the best of several rounds each.
 * Processor time, because time on the clock also counts what other programs take: on a busy machine it varied by a quarter.
 */
export function sseBench(): Promise<BenchRow[]> {
  return Promise.resolve([lineDoubling(), decodeRatio()]);
}

/**
 * One long line in small reads: twice the line must take twice the time, not four times. Each sample decodes the same number of bytes
 * in all, so that both pay their share of garbage collection: a single short line fits the young generation and pays none, which
 * makes the step to the longer one look steeper than it is.
 */
function lineDoubling(): BenchRow {
  const half = pieces(longLine(3.5 * 1024 * 1024), 1024);
  const whole = pieces(longLine(7 * 1024 * 1024), 1024);
  const lines = 4;
  const [short, long] = best(
    9,
    () => repeat(2 * lines, () => decode(half)),
    () => repeat(lines, () => decode(whole)),
  );
  const ratio = (long / lines) / (short / (2 * lines));
  return { name: "one line in 1 KiB reads: 7 MiB / 3.5 MiB", ratio, bound: 2.4 };
}

/** A usual stream: many small chunks, some per read. The floor is what nobody can avoid: UTF-8 and JSON of the same texts. */
function decodeRatio(): BenchRow {
  const chunks = Array.from({ length: 20_000 }, (_, number) => JSON.stringify(tokenChunk(number)));
  const reads = pieces(encoder.encode(chunks.map((text) => `data: ${text}\n\n`).join("")), 16 * 1024);
  const [floor, ours] = best(9, () => {
    const decoder = new TextDecoder();
    for (const bytes of reads) decoder.decode(bytes, { stream: true });
    for (const text of chunks) JSON.parse(text);
  }, () => decode(reads));
  return { name: "20,000 chunks: bytes to deltas / TextDecoder + JSON.parse", ratio: ours / floor, bound: 2 };
}

function decode(reads: readonly Uint8Array[]): void {
  const decoder = new DeltaDecoder();
  for (const bytes of reads) decoder.push(bytes);
  decoder.end();
  if (decoder.fault !== undefined) throw decoder.fault;
}

function best(rounds: number, a: () => void, b: () => void): [number, number] {
  let bestA = Infinity;
  let bestB = Infinity;
  for (let round = 0; round < rounds; round++) {
    bestA = Math.min(bestA, time(a));
    bestB = Math.min(bestB, time(b));
  }
  return [bestA, bestB];
}

/** The processor time of `work` on all threads, in milliseconds. */
function time(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function repeat(count: number, work: () => void): void {
  for (let round = 0; round < count; round++) work();
}

function longLine(length: number): Uint8Array {
  const text = "lorem ipsum dolor ".repeat(Math.ceil(length / 18)).slice(0, length);
  return encoder.encode(`data: ${JSON.stringify({ choices: [{ delta: { content: text }, finish_reason: "stop" }] })}\n\n`);
}

function tokenChunk(number: number): unknown {
  return {
    id: "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
    object: "chat.completion.chunk",
    created: 1741569952,
    model: "gpt-4.1-2025-04-14",
    system_fingerprint: "fp_44709d6fcb",
    choices: [{
      index: 0,
      delta: { content: ` token${number}` },
      logprobs: null,
      finish_reason: number === 19_999 ? "stop" : null,
    }],
  };
}

function pieces(bytes: Uint8Array, size: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += size) found.push(bytes.subarray(start, start + size));
  return found;
}
