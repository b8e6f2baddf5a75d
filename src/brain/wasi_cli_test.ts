import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import type { RunState } from "./component_bridge.ts";
import { wasiCli } from "./wasi_cli.ts";
import { wasiHost } from "./wasi_host.ts";
import { wasiIo } from "./wasi_io.ts";

function start() {
  const bridge = innerBridge();
  const state: RunState = { lastWords: "" };
  const cli = wasiCli(bridge, wasiIo(bridge, wasiHost(bridge)), { env: [["A", "1"]], args: ["brain", "x"] }, state);
  const call = <T>(face: string, name: string, ...args: unknown[]) =>
    (cli.interfaces[`wasi:cli/${face}`]![name] as (...args: unknown[]) => T)(...args);
  const stream = (fd: 1 | 2) => {
    const output = fd === 1
      ? call<{ write(bytes: Uint8Array): void }>("stdout", "getStdout")
      : call<{ write(bytes: Uint8Array): void }>("stderr", "getStderr");
    return (text: string | Uint8Array) => output.write(typeof text === "string" ? new TextEncoder().encode(text) : text);
  };
  return { bridge, state, cli, call, stream };
}

Deno.test("output is told line by line, each stream by itself, and the rest at the end", () => {
  const { bridge, cli, stream } = start();
  const [out, err] = [stream(1), stream(2)];
  out("one\ntw");
  err("fault\n");
  out("o\n\nthree");
  cli.flush();
  cli.flush();
  deepStrictEqual(bridge.outputs, [[1, "one"], [2, "fault"], [1, "two"], [1, ""], [1, "three"]]);
});

Deno.test("two handles of one stream write into the same line", () => {
  const { bridge, stream } = start();
  stream(1)("a");
  stream(1)("b\n");
  deepStrictEqual(bridge.outputs, [[1, "ab"]]);
});

Deno.test("a character that is cut between two writes is told whole", () => {
  const { bridge, stream } = start();
  const bytes = new TextEncoder().encode("🦕\n");
  for (const byte of bytes) stream(1)(new Uint8Array([byte]));
  deepStrictEqual(bridge.outputs, [[1, "🦕"]]);
});

for (const text of ["x".repeat(200_000), "é".repeat(100_000), `a${"🦕".repeat(50_000)}`, "\uFFFD".repeat(70_000)]) {
  Deno.test(`an endless line of ${text.slice(-2)} is told in pieces of at most 64 KiB without damage`, () => {
    const { bridge, cli, stream } = start();
    stream(1)(text);
    cli.flush();
    strictEqual(bridge.outputs.map(([, piece]) => piece).join(""), text);
    deepStrictEqual(bridge.outputs.filter(([, piece]) => new TextEncoder().encode(piece).length > 65_536), []);
  });
}

Deno.test("bytes that are no UTF-8 do not stop the output, however many they are", () => {
  const { bridge, cli, stream } = start();
  stream(2)(new Uint8Array(200_000).fill(0x80));
  cli.flush();
  strictEqual(bridge.outputs.map(([, piece]) => piece).join(""), "\uFFFD".repeat(200_000));
});

Deno.test("the end of standard error is kept for an account of a trap, and no more", () => {
  const { state, stream } = start();
  stream(1)("not this\n");
  for (let i = 0; i < 1000; i++) stream(2)(`line ${i}\n`);
  strictEqual(state.lastWords.length, 2000);
  strictEqual(state.lastWords.endsWith("line 998\nline 999\n"), true);
});

Deno.test("an exit is noted, its output told, and the guest unwound", () => {
  for (
    const [name, argument, status] of [["exit", { tag: "ok" }, 0], ["exit", { tag: "err" }, 1], ["exitWithCode", 7, 7]] as const
  ) {
    const { bridge, state, call, stream } = start();
    stream(1)("bye");
    throws(() => call("exit", name, argument), Error);
    deepStrictEqual(state.exit, { status });
    deepStrictEqual(bridge.outputs, [[1, "bye"]]);
  }
});

Deno.test("a guest sees its own surroundings, an empty input and no terminal", () => {
  const { call } = start();
  deepStrictEqual(call("environment", "getEnvironment"), [["A", "1"]]);
  deepStrictEqual(call("environment", "getArguments"), ["brain", "x"]);
  strictEqual(call("environment", "initialCwd"), undefined);
  throws(
    () => call<{ read(length: bigint): void }>("stdin", "getStdin").read(1n),
    (error) => (error as { tag: string }).tag === "closed",
  );
  for (const name of ["Stdin", "Stdout", "Stderr"]) {
    strictEqual(call(`terminal-${name.toLowerCase()}`, `getTerminal${name}`), undefined);
  }
});
