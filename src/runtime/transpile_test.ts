import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { inFolder } from "../../tests/support/folder.ts";
import { watComponent, watImport, type WatParts } from "../../tests/support/wat_component.ts";
import { Transpiler } from "./transpile.ts";
import { transpileInProcess } from "./transpile_process.ts";

const never = new AbortController().signal;

function bytesOf(wat: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(wat);
}

function transpile(parts: WatParts) {
  return new Transpiler().transpile("brain.wat", bytesOf(watComponent(parts)), never);
}

Deno.test("Transpiler makes glue and core modules of a component", async () => {
  const { id, glue, cores, imports, shapes } = await transpile({});
  match(id, /^[0-9a-f]{64}$/);
  match(new TextDecoder().decode(glue), /^export function instantiate\(getCoreModule, imports/m);
  deepStrictEqual([...cores.keys()], ["c.core.wasm"]);
  ok(WebAssembly.validate(cores.get("c.core.wasm")!));
  deepStrictEqual({ imports, shapes }, { imports: [], shapes: {} });
});

Deno.test("Transpiler transpiles one content once for all who ask at the same time", async () => {
  let count = 0;
  const transpiler = new Transpiler({
    transpile(...args) {
      count++;
      return transpileInProcess(...args);
    },
  });
  const file = bytesOf(watComponent({}));
  const made = await Promise.all([1, 2, 3].map((n) => transpiler.transpile(`${n}.wat`, file, never)));
  strictEqual(count, 1);
  ok(made.every((each) => each === made[0]));
});

Deno.test("Transpiler lets one caller leave and goes on for the others; the last one stops the work", async () => {
  const stopped = Promise.withResolvers<void>();
  const transpiler = new Transpiler({
    transpile: (_file, _format, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => {
          stopped.resolve();
          reject(signal.reason);
        })
      ),
  });
  const [first, second] = [new AbortController(), new AbortController()];
  const waits = [first, second].map(({ signal }) => transpiler.transpile("brain.wat", bytesOf("x"), signal));
  waits.forEach((wait) => wait.catch(() => {}));
  // Until the hash is made nobody waits yet.
  await new Promise((resolve) => setTimeout(resolve, 50));
  first.abort(new Error("first left"));
  await rejects(waits[0]!, /first left/);
  second.abort(new Error("second left"));
  await rejects(waits[1]!, /second left/);
  await stopped.promise;
});

Deno.test("Transpiler begins nothing for a request that was given up before", async () => {
  const transpiler = new Transpiler({ transpile: () => Promise.reject(new Error("it was begun")) });
  await rejects(transpiler.transpile("brain.wat", bytesOf("x"), AbortSignal.abort(new Error("given up"))), /^Error: given up$/);
});

Deno.test("Transpiler kills the process of a request that nobody waits for", async () => {
  const controller = new AbortController();
  const begun = performance.now();
  const wait = new Transpiler().transpile("brain.wat", bytesOf(watComponent({})), controller.signal);
  setTimeout(() => controller.abort(new Error("shutting down")), 60);
  await rejects(wait, /^Error: shutting down$/);
  ok(performance.now() - begun < 5000);
});

for (
  const [what, parts, message] of [
    [
      "another world",
      { exportName: "wasi:http/incoming-handler" },
      /^component "brain\.wat" exports .*, not omw:omw\/runtime: build/,
    ],
    [
      "a missing function",
      { exports: ["kind", "run"] },
      /^component "brain\.wat" exports omw:omw\/runtime without the function check/,
    ],
    [
      "an unknown import",
      watImport("acme:db/sql@1.0.0", "query"),
      /^component "brain\.wat" imports acme:db\/sql@1\.0\.0, which omw does not offer/,
    ],
    [
      "a function of an older contract",
      watImport("omw:omw/host", "now", "(result u64)"),
      /^component "brain\.wat" imports the function now of omw:omw\/host/,
    ],
    [
      "WASI 0.3",
      watImport("wasi:clocks/monotonic-clock@0.3.0", "now", "(result u64)"),
      /^component "brain\.wat" imports wasi:clocks\/monotonic-clock@0\.3\.0, which omw does not offer/,
    ],
  ] as const satisfies readonly (readonly [string, WatParts, RegExp])[]
) {
  Deno.test(`Transpiler refuses ${what}, naming the file`, async () => {
    await rejects(transpile(parts), (error: Error) => {
      strictEqual(error.name, "TypeError");
      match(error.message, message);
      return true;
    });
  });
}

Deno.test("Transpiler names the place of a fault in a text, and says when a file is cut off", async () => {
  const transpiler = new Transpiler();
  await rejects(transpiler.transpile("brain.wat", bytesOf("(component (bad))"), never), {
    message: 'component "brain.wat" cannot be used: line 1, column 13: expected valid component field',
  });
  const cut = new Uint8Array([0, 97, 115, 109, 13, 0, 1, 0, 1, 200, 1, 0, 97, 115, 109]);
  await rejects(transpiler.transpile("brain.wasm", cut, never), /^TypeError: component "brain\.wasm" is cut off or damaged \(/);
});

Deno.test("Transpiler.load() names a file that cannot be read", () =>
  inFolder(async (folder) => {
    const path = `${folder}/none.wasm`;
    await rejects(new Transpiler().load(path, never), (error: Error) => {
      ok(error.message.startsWith(`failed to read component "${path}": `));
      ok(error.cause instanceof Deno.errors.NotFound);
      return true;
    });
    await Deno.writeTextFile(path, "hello");
    await rejects(new Transpiler().load(path, never), /none\.wasm" is not WebAssembly/);
  }));
