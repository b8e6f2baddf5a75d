import { deepStrictEqual, throws } from "node:assert/strict";
import { parseBrainFrame } from "./frames.ts";

Deno.test("parseBrainFrame() reads acks however they are spelled", () => {
  const spellings = [
    `{"t":"ack","r":1,"n":23}`,
    `{"t":"ack","r":123456789012345,"n":1}`,
    `{"t":"ack","n":5,"r":7}`,
    `{ "t": "ack", "r": 1, "n": 2 }`,
    `{"t":"ack","r":1,"n":2,"x":"y"}`,
    `{"t":"ack","r":1,"n":2e0}`,
  ];
  for (const line of spellings) {
    const { r, n } = JSON.parse(line);
    const frame = parseBrainFrame(line) as { t: string; r: number; n: number };
    deepStrictEqual([frame.t, frame.r, frame.n], ["ack", r, n], line);
  }
});

Deno.test("parseBrainFrame() refuses what is nearly an ack", () => {
  const lines = [
    `{"t":"ack","r":1,"n":-2}`,
    `{"t":"ack","r":1,"n":2.5}`,
    `{"t":"ack","r":1,"n":}`,
    `{"t":"ack","r":,"n":1}`,
    `{"t":"ack","r":1,"n":2`,
    `{"t":"ack","r":1,"n":2]`,
    `{"t":"ack","r":1,"n":02}`,
    `{"t":"ack","r":1}`,
    `{"t":"ack","r":99999999999999999999,"n":1}`,
    `{"t":"ack","r":"1","n":1}`,
  ];
  for (const line of lines) throws(() => parseBrainFrame(line), SyntaxError, line);
});

Deno.test("parseBrainFrame() checks a call's arguments, and keeps what it does not know", () => {
  throws(() => parseBrainFrame(`{"t":"do","r":1,"op":"log","level":"info"}`), /wanted message: a string/);
  throws(() => parseBrainFrame(`{"t":"do","r":1,"op":"toString"}`), /wanted op: one of/);
  throws(() => parseBrainFrame(`[]`), /it is no frame/);
  throws(() => parseBrainFrame(`{"t":"toString"}`), /it is no frame/);
  const line = `{"t":"do","r":1,"op":"log","level":"info","message":"m","later":1}`;
  deepStrictEqual(parseBrainFrame(line), JSON.parse(line));
});
