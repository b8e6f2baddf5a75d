/**
 * How fast a provider's stream is decoded.
 * @module
 */

import { DeltaDecoder } from "../../src/provider/openai_deltas.ts";
import { leastProcessorTimes, type Row } from "./row.ts";

const encoder = new TextEncoder();

/** The rows: ratios of processor times. */
export function sseBench(): Promise<Row[]> {
  return Promise.resolve([lineDoubling(), decodeRatio()]);
}

/**
 * One long line in small reads: twice the line must take twice the time, not four times. Each sample decodes the same number of bytes
 * in all, so that both pay their share of garbage collection: a single short line fits the young generation and pays none, which
 * makes the step to the longer one look steeper than it is.
 */
function lineDoubling(): Row {
  const half = pieces(longLine(3.5 * 1024 * 1024), 1024);
  const whole = pieces(longLine(7 * 1024 * 1024), 1024);
  const lines = 4;
  const [short, long] = leastProcessorTimes(
    9,
    () => repeat(2 * lines, () => decode(half)),
    () => repeat(lines, () => decode(whole)),
  );
  const ratio = (long / lines) / (short / (2 * lines));
  return { name: "one line in 1 KiB reads: 7 MiB / 3.5 MiB", ratio, bound: 2.4 };
}

/** A usual stream: many small chunks, some per read. The floor is what nobody can avoid: UTF-8 and JSON of the same texts. */
function decodeRatio(): Row {
  const chunks = Array.from({ length: 20_000 }, (_, number) => JSON.stringify(tokenChunk(number)));
  const reads = pieces(encoder.encode(chunks.map((text) => `data: ${text}\n\n`).join("")), 16 * 1024);
  const [floor, ours] = leastProcessorTimes(9, () => {
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
