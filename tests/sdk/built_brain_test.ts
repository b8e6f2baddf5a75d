/**
 * Brains that `omw build` makes of scripts: what they see is what the script sees under kind `js`.
 */

import assert from "node:assert/strict";
import { config, service } from "../support/brain_services.ts";
import { buildTest, omw } from "../support/omw.ts";
import { play, type Scenario } from "../support/scenario.ts";
import { Workspace } from "../support/workspace.ts";

const EVERY_CALL = await Deno.readTextFile(new URL("../data/brains/every_call.ts", import.meta.url));

/** What a brain's run came to. */
function result(scenario: Scenario): unknown {
  const text = scenario.result();
  assert.ok(typeof text === "string", scenario.report());
  return JSON.parse(text);
}

buildTest("a brain that makes every call sees the same as a script and built", async () => {
  await using upstream = await service();
  await using dir = await Workspace.with({
    "brain.ts": EVERY_CALL,
    "js.toml": config(upstream, "js", "brain.ts"),
    "wasm.toml": config(upstream, "wasm", "brain.wasm"),
  });
  const [built, script] = await Promise.all([
    omw(["build", "brain.ts"], { cwd: dir.dir }),
    play(["run", "--config", "js.toml"], { cwd: dir.dir }),
  ]);
  assert.equal(built.code, 0, built.stderr);
  assert.match(built.stdout, /^brain\.wasm: \d+ bytes\nimports omw:omw\/types\nimports omw:omw\/provider\n/);
  const component = await play(["run", "--config", "wasm.toml"], { cwd: dir.dir });
  const [wanted, found] = [result(script.omw), result(component.omw)];
  assert.deepEqual(found, wanted);
  assert.ok(Object.keys(wanted as object).length > 60);
  const logged = (scenario: Scenario) => scenario.messages("self").filter((message) => message.startsWith("from "));
  assert.deepEqual(logged(component.omw), logged(script.omw));
  assert.equal(logged(script.omw)[1], `from console {"a":1} [2] null undefined TypeError: t`);
  // A chat that is cancelled at once may never be asked.
  const sent = upstream.requests.map(({ body }) => body).filter((body) => body !== "" && !body.includes('"hold"'));
  assert.deepEqual(sent.slice(sent.length / 2), sent.slice(0, sent.length / 2));
});

/** A brain that ends as its agent's name says. */
const ENDINGS = `let me = omw.host.whoami();
function fail() {
  throw new RangeError("no");
}
if (me === "fails") fail();
if (me === "throws") throw { a: 1 };
if (me === "asks") omw.provider.get("nobody");
if (me === "cyclic") { var ring = {}; ring.ring = ring; }
me === "value" ? { b: 1, a: [null, undefined, NaN] } : me === "text" ? "text" : me === "cyclic" ? ring : undefined;
var later;`;

buildTest("a built brain ends as its script does: with a value, with nothing, with an error at its place", async () => {
  const ends = new Map([
    ["value", `agent exited: {"a":[null,null,null],"b":1}`],
    ["text", "agent exited: text"],
    ["nothing", "agent run completed: undefined"],
    ["fails", "agent run failed: RangeError: no (b.js:3:*)"],
    ["throws", `agent run failed: Uncaught {"a":1}`],
    ["asks", `agent run failed: TypeError: no such provider "nobody" (b.js:7:*)`],
    ["cyclic", "agent run failed: TypeError: cyclic object value"],
  ]);
  const config = (kind: string, script: string) =>
    [...ends.keys()].reduce(
      (text, name) => `${text}[[agents]]\nname = "${name}"\nruntime = "r"\nscript = "${script}"\n`,
      `[runtime.r]\nkind = "${kind}"\n`,
    );
  await using dir = await Workspace.with({
    "b.js": ENDINGS,
    "js.toml": config("js", "b.js"),
    "wasm.toml": config("wasm", "b.wasm"),
  });
  const built = await omw(["build", "b.js"], { cwd: dir.dir });
  assert.equal(built.code, 0, built.stderr);
  for (const name of ["js.toml", "wasm.toml"]) {
    const { omw: scenario } = await play(["run", "--config", name], { cwd: dir.dir });
    for (const [agent, wanted] of ends) {
      const end = scenario.log.find((line) =>
        line.agent === agent && /^agent (exited|run (completed|failed))$/.test(line.message)
      );
      const found = `${end?.message}: ${end?.result ?? end?.error}`.replace(`${dir.dir}/`, "");
      // Which column of a call is its place is the engine's choice.
      assert.equal(found.replace(/(b\.js:\d+):\d+\)$/, "$1:*)"), wanted, `${name} ${agent}\n${scenario.report()}`);
    }
  }
});

buildTest("a built brain has what it imports: packages, files, types left out; each name as the script's own", async () => {
  await using dir = await Workspace.with({
    "node_modules/greeting/package.json": `{"name":"greeting","version":"1.0.0","type":"module","exports":"./main.js"}`,
    "node_modules/greeting/main.js":
      `export const greet = (name) => "hello " + name; export default class Loud { say() { return "LOUD" } }`,
    "node_modules/old/package.json": `{"name":"old","version":"1.0.0","main":"index.js"}`,
    "node_modules/old/index.js":
      `exports.sum = function (a, b) { return a + b }; exports.log = () => omw.host.log("info", "from a package");`,
    "lib/more.ts": `export enum Size { Small = 1, Large = 2 }\nexport const table: Record<string, number> = { one: 1 };`,
    "data.json": `{"answer":42}`,
    "brain.ts": `#!/usr/bin/env omw\nimport Loud, { greet as hello } from "greeting"; import old from "old";
import * as more from "./lib/more.ts";
import data from "./data.json";
import type { Nothing } from "nowhere";

old.log();
const loud: Loud = new Loud();
if (omw.host.memoryGet("fail")) throw new Error("at nine");
[hello("you"), loud.say(), old.sum(1, 2), more.Size.Large, more.table.one, data.answer, this === undefined];
`,
    "omw.toml": `[runtime.r]
kind = "wasm"
[memory.failing]
fail = "yes"
[[agents]]
name = "fine"
runtime = "r"
script = "out/brain.wasm"
[[agents]]
name = "failing"
runtime = "r"
script = "out/brain.wasm"
`,
  });
  const built = await omw(["build", "brain.ts", "-o", "out/brain.wasm"], { cwd: dir.dir });
  assert.equal(built.code, 0, built.stderr);
  const { omw: scenario } = await play(["run"], { cwd: dir.dir });
  assert.equal(scenario.result(), `["hello you","LOUD",3,2,1,42,false]`, scenario.report());
  assert.ok(scenario.messages("fine").includes("from a package"));
  const failed = scenario.log.find(({ message }) => message === "agent run failed");
  assert.equal(failed?.error, "Error: at nine (brain.ts:9:43)", scenario.report());
});

buildTest("omw build names what it cannot build, with the place, and leaves no file behind", async () => {
  await using dir = await Workspace.with({
    "node_modules/greeting/package.json": `{"name":"greeting","version":"1.0.0","type":"module","exports":"./main.js"}`,
    "node_modules/greeting/main.js": `export const greet = 1;`,
    "deep.js": `import "./missing.js"; 1`,
    "late.js": `await 1; export {};`,
    "waits.js": `import { greet } from "greeting"; await greet;`,
  });
  const cases: [file: string, source: string | undefined, error: RegExp][] = [
    ["a.js", "1;\n  let x = ;", /^omw: a\.js:2:\d+: SyntaxError: /],
    ["b.ts", "enum X { A }", /^omw: b\.ts:1:1: TypeScript enum is not supported: /],
    [
      "c.js",
      `1;\nimport { gret } from "greeting";`,
      /^omw: c\.js:2:1: No matching export in "node_modules\/greeting\/main\.js" for import "gret"/,
    ],
    ["d.js", `import "nowhere"`, /^omw: d\.js:1:1: cannot import "nowhere": it is in no node_modules folder/],
    [
      "e.js",
      `import { readFileSync } from "node:fs"`,
      /^omw: e\.js:1:1: cannot import "node:fs": a brain has the language and omw, not Node\.js/,
    ],
    ["f.js", `import x from "npm:x"`, /^omw: f\.js:1:1: cannot import "npm:x": install the package/],
    ["g.js", `import "./deep.js"`, /^omw: deep\.js:1:8: cannot import "\.\/missing\.js": there is no such file/],
    ["h.js", "const f = () => import('x')", /^omw: h\.js:1:17: a built brain cannot import at run time/],
    ["i.js", "1; export const x = 1", /^omw: i\.js:1:4: a brain exports nothing/],
    ["late.js", undefined, /^omw: late\.js:1:10: a brain exports nothing/],
    ["waits.js", undefined, /^omw: waits\.js:1:\d+: SyntaxError: await is only valid/],
    ["none.js", undefined, /^omw: failed to read js script "none\.js": /],
    ["brain.py", "1", /^omw: cannot build "brain\.py": wanted a brain in JavaScript/],
  ];
  for (const [file, source, error] of cases) {
    if (source !== undefined) await dir.write(file, source);
    const { code, stderr, stdout } = await omw(["build", file, "-o", "out.wasm"], { cwd: dir.dir });
    assert.equal(code, 1, file);
    assert.match(stderr, error);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
    assert.equal(stdout, "");
  }
  await dir.write("fine.js", "1");
  const onto = await omw(["build", "fine.js", "--output", "./fine.js"], { cwd: dir.dir });
  assert.match(onto.stderr, /^omw: cannot write "\.\/fine\.js": it is the brain itself/);
  assert.equal(await Deno.readTextFile(dir.path("fine.js")), "1");
  const names = [...Deno.readDirSync(dir.dir)].map(({ name }) => name).filter((name) => /out|wasm|tmp/.test(name));
  assert.deepEqual(names, []);
});

buildTest("omw build refuses at once what QuickJS does not take, though V8 does", async () => {
  await using dir = await Workspace.with({ "b.js": "1;\n  for (let x of async => {}) {}" });
  const { code, stderr } = await omw(["build", "b.js"], { cwd: dir.dir });
  assert.equal(code, 1);
  assert.equal(stderr, "omw: b.js:2:23: QuickJS, which runs built brains, does not take this: Unexpected token '=>'\n");
});
