/**
 * What a js brain may try to get out of its world (design §4.3). Each case is a script that returns what it got hold of: `foreign(x)`
 * tells whether an object is from outside (its `constructor.constructor`, or any function on its prototype chain, is not this world's),
 * and every case has to come to the value beside it. All run in one real process, in a fresh world each.
 * @module
 */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { DEFAULT_MEMORY_MB, spawnBrain } from "../../src/runtime/mod.ts";
import { BrainChild } from "../support/brain_child.ts";

/** Runs ahead of each case. */
const PRELUDE = `
const Fn = Function, Obj = Object, own = Reflect.ownKeys, proto = Reflect.getPrototypeOf;
function foreign(value) {
  const seen = new Set();
  const queue = [value];
  while (queue.length > 0 && seen.size < 5000) {
    const x = queue.pop();
    if (x === null || (typeof x !== "object" && typeof x !== "function") || seen.has(x)) continue;
    seen.add(x);
    let top = x;
    while (proto(top) !== null) top = proto(top);
    if (top !== Obj.prototype && top !== x && typeof top !== "object") return true;
    if (top !== Obj.prototype && proto(x) !== null) return true;
    if (typeof x === "function" && x !== Fn.prototype && !(x instanceof Fn) && proto(x) !== null) return true;
    queue.push(proto(x));
    for (const key of own(x)) {
      const d = Reflect.getOwnPropertyDescriptor(x, key);
      if (d === undefined) continue;
      queue.push(d.value, d.get, d.set);
    }
  }
  return false;
}
function caught(f) { try { f() } catch (e) { return e } }
function outside(F) { try { return F("return typeof Deno + typeof process + typeof require + typeof fetch")() } catch (e) { return "no code" } }
const NOTHING = "undefined".repeat(4);
`;

const cases: Readonly<Record<string, readonly [source: string, wanted: string | undefined]>> = {
  "the global object's whole graph is from inside": [`foreign(globalThis)`, "false"],
  "no name of a runtime is there": [
    `["Deno", "process", "require", "module", "fetch", "WebSocket", "Worker", "setTimeout", "queueMicrotask", "WebAssembly", "SharedArrayBuffer",
      "Atomics", "importScripts", "navigator", "crypto", "Buffer", "global", "self", "window"].filter((name) => name in globalThis)`,
    "[]",
  ],
  "the constructor of a host function is this world's": [
    `omw.host.recv.constructor === Function && outside(omw.host.recv.constructor) === NOTHING`,
    "true",
  ],
  "the constructor of the global object leads nowhere": [`outside(globalThis.constructor.constructor) === NOTHING`, "true"],
  "the constructor chain of this leads nowhere": [
    `outside((function () { return this })().constructor.constructor) === NOTHING`,
    "true",
  ],
  "a host error is from inside": [
    `const e = caught(() => omw.host.waitUntil(0)); [e instanceof Error, foreign(e)]`,
    "[true,false]",
  ],
  "a handle error is from inside": [
    `const e = caught(() => omw.provider.get("x")); [e instanceof TypeError, foreign(e)]`,
    "[true,false]",
  ],
  "an argument error is from inside": [
    `const e = caught(() => omw.host.log(1)); [e instanceof TypeError, foreign(e)]`,
    "[true,false]",
  ],
  "an error after a stack overflow inside a host call is from inside, at any depth": [
    `let bad = 0, overflows = 0;
     function dive(n) { try { dive(n + 1) } catch (e) { if (foreignTop(e)) bad++; overflows++; try { omw.host.newUuid() } catch (e2) { if (foreignTop(e2)) bad++ } if (n > 0 && overflows < 300) throw e } }
     function foreignTop(e) { return !(e instanceof RangeError) || e.constructor.constructor !== Fn }
     try { dive(0) } catch {} ; [bad, overflows > 0]`,
    "[0,true]",
  ],
  "a stack overflow in a host call leaves the frames whole": [
    `function dive() { try { omw.host.memorySet("k", "v"); dive() } catch {} } dive(); omw.host.memoryGet("k")`,
    "v",
  ],
  "Error.prepareStackTrace is never called": [
    `let sites = "none"; try { Error.prepareStackTrace = (e, s) => { sites = s } } catch {} new Error("x").stack; sites`,
    "none",
  ],
  "Error.prepareStackTrace cannot be defined": [
    `[Reflect.defineProperty(Error, "prepareStackTrace", { value: () => 1 }), Reflect.deleteProperty(Error, "prepareStackTrace")]`,
    "[false,false]",
  ],
  "a replaced global Error brings no call sites": [
    `let sites = "none"; const fake = { prepareStackTrace(e, s) { sites = s } };
     try { globalThis.Error = fake } catch {} try { Object.defineProperty(globalThis, "Error", { value: fake }) } catch {}
     try { new TypeError("x").stack; null.x } catch (e) { e.stack } sites`,
    "none",
  ],
  "prepareStackTrace on other constructors and prototypes is not looked up": [
    `let sites = "none"; const hook = (e, s) => { sites = s };
     TypeError.prepareStackTrace = hook; Function.prototype.prepareStackTrace = hook; Object.prototype.prepareStackTrace = hook;
     try { null.x } catch (e) { e.stack } sites`,
    "none",
  ],
  "Error.captureStackTrace gives text": [`const o = {}; Error.captureStackTrace(o, omw.host.recv); typeof o.stack`, "string"],
  "Function finds nothing outside": [`outside(Function) === NOTHING`, "true"],
  "eval finds nothing outside": [`(0, eval)("typeof Deno") + eval("typeof process")`, "undefinedundefined"],
  "the async function constructor finds nothing outside": [
    `const F = (async () => {}).constructor; (async () => await F("return typeof Deno")())()`,
    "undefined",
  ],
  "the generator constructors find nothing outside": [
    `const G = (function* () {}).constructor, A = (async function* () {}).constructor;
     [G("yield typeof Deno")().next().value, A.constructor === Function]`,
    `["undefined",true]`,
  ],
  "import() rejects with an error from inside": [
    `(async () => { try { await eval("import('node:fs')"); return "imported" } catch (e) { return [e instanceof Error, foreign(e)] } })()`,
    "[true,false]",
  ],
  "import() of a file and of data rejects": [
    `(async () => { const seen = []; for (const url of ["file:///etc/passwd", "data:text/javascript,export default 1", "./main.ts", "npm:zod"])
       try { await new Function("u", "return import(u)")(url); seen.push(url) } catch (e) { if (foreign(e)) seen.push("foreign") } return seen })()`,
    "[]",
  ],
  "import() in a promise job rejects": [
    `Promise.resolve().then(() => eval("import('node:os')")).then(() => "in", (e) => foreign(e))`,
    "false",
  ],
  "a getter on an argument gets nothing from outside": [
    `let got; const m = { get role() { got = [this === m, arguments.length, foreign(arguments)]; return "user" } };
     caught(() => omw.provider.get("p").chat("m", [m], 5)); got`,
    "[true,0,false]",
  ],
  "a proxy as an argument gets nothing from outside": [
    `let bad = 0, traps = 0; const trap = new Proxy({}, { get: (_, name) => (...args) => { traps++; if (args.some(foreign)) bad++; return Reflect[name](...args) } });
     caught(() => omw.host.streamEndpoint("s", new Proxy({ usage: new Proxy({}, trap) }, trap)));
     caught(() => omw.tooling.get("t").callTool("x", new Proxy({ a: [1] }, trap))); [bad, traps > 0]`,
    "[0,true]",
  ],
  "a proxy as this gets nothing from outside": [
    `let bad = 0; const trap = new Proxy({}, { get: (_, name) => (...args) => { if (args.some(foreign)) bad++; return Reflect[name](...args) } });
     const p = omw.provider.get("p"); caught(() => p.kind.call(new Proxy(p, trap))); bad`,
    "0",
  ],
  "a thrown proxy is shown without its traps seeing anything from outside": [
    `let bad = 0; const trap = new Proxy({}, { get: (_, name) => (...args) => { if (args.some(foreign)) throw "leaked"; return Reflect[name](...args) } });
     throw new Proxy(new Error("thrown"), trap)`,
    "!Error: thrown",
  ],
  "a thrown object's setters are not run from outside": [
    `const e = { __proto__: Error.prototype, message: "m", name: "N", set stack(v) { throw "set" }, get stack() { return foreign(arguments) ? "leaked" : "" } }; throw e`,
    "!N: m",
  ],
  "toString and Symbol.toPrimitive of arguments are not called": [
    `let calls = 0; const x = { toString() { calls++; return "info" }, [Symbol.toPrimitive]() { calls++; return "info" } };
     [caught(() => omw.host.log(x, x)).message, caught(() => omw.host.waitFor(x)).message, calls]`,
    `["level must be a string","ms must be a number",0]`,
  ],
  "toJSON of arguments is not called": [
    `let calls = 0; const u = omw.tooling.get("t").callTool("x", { toJSON() { calls++; return 1 }, a: 1 }); [typeof u, calls]`,
    `["string",0]`,
  ],
  "a thenable as the completion value gets no functions from outside": [
    `var got = "not called"; ({ then(resolve) { got = foreign(resolve) } })`,
    `{"then":{"length":1,"name":"then"}}`,
  ],
  "a promise with its own then gets no functions from outside": [
    `const q = Promise.resolve("value"); q.then = (f, g) => { if (foreign(f) || foreign(g)) omw.host.memorySet("leak", "1") }; q.constructor = function () {}; setLeak = () => omw.host.memoryGet("leak"); q`,
    "!PENDING",
  ],
  "an overwritten Promise.prototype.then is not called by the process": [
    `let called = "no"; Promise.prototype.then = function (f) { called = foreign(f) }; Promise.resolve(7)`,
    "7",
  ],
  "Array species of a brain sees nothing from outside": [
    `let bad = 0; class Mine extends Array { constructor(...a) { super(...a); if (a.some(foreign)) bad++ } static get [Symbol.species]() { return Mine } }
     Object.defineProperty(Array, Symbol.species, { get: () => Mine }); caught(() => omw.provider.get("p").chat("m", new Mine(), new Mine())); bad`,
    "0",
  ],
  "arguments.callee.caller of a getter that a host function runs is null": [
    `let caller = "unset"; function f() { caller = f.caller; return "user" } const m = {}; Object.defineProperty(m, "role", { get: f });
     caught(() => omw.provider.get("p").chat("m", [m], 5)); String(caller)`,
    "null",
  ],
  "host functions have no caller and no arguments": [
    `[caught(() => omw.host.recv.caller) instanceof TypeError || omw.host.recv.caller == null, Object.hasOwn(omw.host.recv, "prototype")]`,
    "[true,false]",
  ],
  "Reflect.construct of a host function fails": [
    `caught(() => Reflect.construct(omw.host.recv, [])) instanceof TypeError`,
    "true",
  ],
  "an overwritten JSON only hurts the brain": [
    `JSON.parse = () => { throw "mine" }; JSON.stringify = () => "}{"; omw.host.memorySet("a", "b"); [omw.host.memoryGet("a"), omw.host.whoami()]`,
    `["b","alice"]`,
  ],
  "overwritten prototypes only hurt the brain": [
    `const all = [Array, String, Function, Set, Number, Object, Promise, RegExp], describe = Reflect.getOwnPropertyDescriptor;
     const prototypes = all.map((F) => F.prototype), keys = prototypes.map(own);
     for (let i = 0; i < all.length; i++) for (let j = 0; j < keys[i].length; j++) {
       const d = describe(prototypes[i], keys[i][j]);
       if (d.writable && d.configurable && keys[i][j] !== "constructor") prototypes[i][keys[i][j]] = () => { throw "mine" };
     }
     omw.host.memorySet("a", "b"); omw.host.memoryGet("a") + omw.host.whoami()`,
    "balice",
  ],
  "setters on Object.prototype see only values from inside": [
    `let bad = 0; for (const key of ["id", "kind", "content", "then", "value", "get", "err", "v", "0"])
       Object.defineProperty(Object.prototype, key, { __proto__: null, set(v) { if (foreign(v) || foreign(this)) bad++ }, get() { return undefined }, configurable: true });
     omw.host.memorySet("a", "b"); caught(() => omw.host.log("info", "x")); bad`,
    "0",
  ],
  "an iterator that a brain changed is not used": [
    `Array.prototype[Symbol.iterator] = function* () { yield "mine" }; omw.host.base64Encode([1, 2, 3])`,
    "AQID",
  ],
  "console is from inside": [
    `[foreign(console), console.log.constructor === Function, console.log("x") === undefined]`,
    "[false,true,true]",
  ],
  "an event's payload is from inside": [
    `const e = omw.host.recv(); [foreign(e), foreign(e.payload), e.payload.constructor === Object]`,
    "[false,false,true]",
  ],
  "__proto__ as a key stays a key": [
    `const u = omw.tooling.get("t").callTool("__proto__", JSON.parse('{"__proto__":{"x":1}}')); omw.host.memorySet("__proto__", "p");
     [{}.x === undefined, omw.host.memoryGet("__proto__"), omw.host.memoryGet("constructor") === undefined]`,
    `[true,"p",true]`,
  ],
  "names of Object.prototype are no providers": [
    `["__proto__", "constructor", "toString"].map((name) => caught(() => omw.provider.get(name)).message)`,
    `["no such provider \\"__proto__\\"","no such provider \\"constructor\\"","no such provider \\"toString\\""]`,
  ],
  "WeakRef and FinalizationRegistry tell nothing from outside": [
    `new FinalizationRegistry((x) => foreign(x)).register({}, 1); foreign(new WeakRef(omw.host).deref())`,
    "false",
  ],
  "a symbol registry entry leads nowhere": [
    `["nodejs.util.inspect.custom", "Deno.internal", "Deno.customInspect"].filter((n) => Symbol.for(n) in globalThis)`,
    "[]",
  ],
  "with and unscopables find nothing outside": [
    `with (new Proxy({}, { has: (_, key) => { if (key === "Deno") found = "asked"; return false } })) { typeof Deno + typeof process }`,
    "undefinedundefined",
  ],
};

Deno.test("escapes", async (t) => {
  await using child = await BrainChild.start();
  child.answers.set("sync", () => null);
  child.answers.set("stream_endpoint", () => null);
  child.answers.set("chat", () => ({ tool_calls: [] }));
  let r = 0;
  for (const [name, [source, wanted]] of Object.entries(cases)) {
    await t.step(name, async () => {
      r++;
      await child.run(PRELUDE + source, { r, providers: { p: "openai" }, toolings: { t: "mcp" }, endpoint: true });
      if (source.includes("recv();")) {
        await child.push(r, 1, "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa", {
          kind: "chat-delta",
          payload: { content: "c", tool_calls: [{ index: 0, id: "i" }], usage: { total_tokens: 1 } },
        });
      }
      const done = (await child.rest()).at(-1)!;
      const seen = done.err === undefined ? done.v : `!${(done.err as string).replace(/brain\.js:\d+:\d+/, "brain.js:LINE")}`;
      const pending = "!the script's value is a promise that can never be settled: nothing is left to run";
      strictEqual(seen, wanted === "!PENDING" ? pending : wanted);
    });
  }
  strictEqual(r >= 30, true);
});

Deno.test("a promise job of an earlier run can do nothing in a later one", async () => {
  await using child = await BrainChild.start();
  // The job would go on when the first run's promise is settled, which it never is; a job queue that lived on would run it.
  await child.evaluate(
    `globalThis.leak = omw; (async () => { for (let i = 0; i < 1000; i++) await i; omw.host.memorySet("late", "1") })(); 1`,
  );
  await child.run(`typeof leak`, { r: 2 });
  deepStrictEqual((await child.rest()).map((frame) => [frame.t, frame.v]), [["done", "undefined"]]);
});

Deno.test("a brain process has no permission, and its environment holds no secret of the host's", async () => {
  const secret = `sk-${crypto.randomUUID()}`;
  Deno.env.set("OMW__PROVIDERS__P__API_KEY", secret);
  const { child } = spawnBrain(DEFAULT_MEMORY_MB);
  try {
    // At its first frame the shell that sets its limits has become the brain's program, and that is what the kernel shows.
    const ready = await child.stdout.getReader().read();
    match(new TextDecoder().decode(ready.value), /^\{"t":"ready",/);
    const [args = [], environment = []] = await Promise.all(["cmdline", "environ"].map(async (name) => {
      return (await Deno.readTextFile(`/proc/${child.pid}/${name}`)).split("\0");
    }));
    ok(args.includes("--no-prompt"));
    deepStrictEqual(args.filter((arg) => arg.startsWith("--allow") || /^-[A-Z]/.test(arg)), []);
    ok(environment.includes("NO_COLOR=1"));
    deepStrictEqual(environment.filter((line) => line.includes(secret) || /^(?:OMW|HOME)/.test(line)), []);
  } finally {
    Deno.env.delete("OMW__PROVIDERS__P__API_KEY");
    child.kill("SIGKILL");
    await child.status;
    await Promise.all([child.stdin.abort(), child.stderr.cancel()]);
  }
});
