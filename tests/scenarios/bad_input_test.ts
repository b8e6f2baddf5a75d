/**
 * Bad input of any kind: one line that names the thing and the way out, no stack trace, the right exit code
 * (issue "The whole path", Bad input).
 */

import assert from "node:assert/strict";
import { play } from "../support/scenario.ts";
import { Workspace } from "../support/workspace.ts";

const JS = `[runtime.js]\nkind = "js"\n`;
const AGENT = `[[agents]]\nname = "a"\nruntime = "js"\nscript = "a.js"\n`;

interface Case {
  files: Record<string, string | Uint8Array>;
  args?: string[];
  code: number;
  says: RegExp;
}

const cases: Record<string, Case> = {
  "a missing config": { files: {}, args: ["run", "--config", "no.toml"], code: 1, says: /no\.toml/ },
  "no config at all": { files: {}, code: 1, says: /omw\.toml/ },
  "a folder for a config": { files: { "d/x": "" }, args: ["run", "--config", "d"], code: 1, says: /d is a folder/ },
  "broken TOML": { files: { "omw.toml": `${JS}\n[a\n` }, code: 1, says: /omw\.toml:4:\d+/ },
  "a wrong type": {
    files: { "omw.toml": `${JS}${AGENT}[providers.p]\nkind = "openai"\nbase_url = 5\n`, "a.js": "1" },
    code: 1,
    says: /providers\.p\.base_url: .*string/,
  },
  "an unknown kind": {
    files: { "omw.toml": `[runtime.js]\nkind = "jz"\n${AGENT}`, "a.js": "1" },
    code: 1,
    says: /runtime\.js: .*"jz".*js.*rhai.*wasm/,
  },
  "a duplicate agent": { files: { "omw.toml": `${JS}${AGENT}${AGENT}`, "a.js": "1" }, code: 1, says: /agents.*"a"/ },
  "an unknown runtime": {
    files: { "omw.toml": `${JS}[[agents]]\nname = "a"\nruntime = "jss"\nscript = "a.js"\n`, "a.js": "1" },
    code: 1,
    says: /"jss".*js/,
  },
  "a hostile tunable": { files: { "omw.toml": `${JS}[tunables]\ninbox_bound = 0\n` }, code: 1, says: /tunables\.inbox_bound/ },
  "a missing script": { files: { "omw.toml": `${JS}${AGENT}` }, code: 1, says: /agent "a".*a\.js/ },
  "a script that does not parse": {
    files: { "omw.toml": `${JS}${AGENT}`, "a.js": "let x = 1;\nlet = ;" },
    code: 1,
    says: /SyntaxError: .*a\.js:2:\d+/,
  },
  "a script that imports": {
    files: { "omw.toml": `${JS}${AGENT}`, "a.js": "import('x')" },
    code: 1,
    says: /a\.js:1:1: .*import/,
  },
  "a script that is no text": {
    files: { "omw.toml": `${JS}${AGENT}`, "a.js": new Uint8Array([0xff, 0xfe, 0]) },
    code: 1,
    says: /a\.js.*UTF-8/,
  },
  "a brain that throws": {
    files: { "omw.toml": `${JS}${AGENT}`, "a.js": "1;\nnull.x" },
    code: 1,
    says: /a: TypeError: .*a\.js:2:\d+/,
  },
  "a rhai interpreter that is not there": {
    files: { "omw.toml": `[runtime.js]\nkind = "rhai"\ninterpreter = "no.wasm"\n${AGENT}`, "a.js": "1" },
    code: 1,
    says: /runtime\.js\.interpreter.*no\.wasm/,
  },
  "a rhai script that does not parse": {
    files: { "omw.toml": `[runtime.js]\nkind = "rhai"\n${AGENT}`, "a.js": "let x = 1;\nlet = ;" },
    code: 1,
    says: /a\.js: Syntax error: Expecting name of a variable \(line 2, position 5\)/,
  },
  "a core module for a component": {
    files: {
      "omw.toml": `[runtime.js]\nkind = "wasm"\n[[agents]]\nname = "a"\nruntime = "js"\nscript = "a.wasm"\n`,
      "a.wasm": new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    },
    code: 1,
    says: /a\.wasm" is a core module/,
  },
  "a component that exports something else": {
    files: {
      "omw.toml": `[runtime.js]\nkind = "wasm"\n[[agents]]\nname = "a"\nruntime = "js"\nscript = "a.wasm"\n`,
      "a.wasm": new Uint8Array([0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0]),
    },
    code: 1,
    says: /a\.wasm".*omw:omw\/runtime/,
  },
  "an unknown command": { files: {}, args: ["rum"], code: 2, says: /rum.*run/s },
  "an unknown option": { files: {}, args: ["run", "--wach"], code: 2, says: /--wach/ },
  "no command": { files: {}, args: [], code: 2, says: /./ },
};

for (const [what, { files, args = ["run"], code, says }] of Object.entries(cases)) {
  Deno.test(`Bad input: ${what}`, async () => {
    await using dir = await Workspace.with(files);
    const ran = await play(args, { cwd: dir.dir });
    assert.equal(ran.code, code, ran.omw.report());
    assert.match(ran.omw.plain.join("\n"), says);
    if (code === 1) assert.equal(ran.omw.plain.length, 1, `one line: ${ran.omw.plain.join("\n")}`);
    assert.doesNotMatch(ran.omw.report(), /\n\s+at |\.ts:\d+/, "no stack trace");
  });
}

Deno.test("Bad input: the stack trace is there with --verbose", async () => {
  await using dir = await Workspace.with({ "omw.toml": `${JS}${AGENT}`, "a.js": "let = ;" });
  const { code, omw: ran } = await play(["run", "--verbose"], { cwd: dir.dir });
  assert.equal(code, 1);
  assert.match(ran.report(), /\n\s+at /);
});

Deno.test("An MCP command that does not exist and a provider that refuses are errors of the brain, not of the program", async () => {
  const config = `${JS}${AGENT}
[tooling.t]
kind = "mcp"
transport = "stdio"
command = "no-such-command"
[providers.p]
kind = "openai"
base_url = "http://127.0.0.1:9/v1"
max_retries = 0
`;
  const brain = `
const told = [];
for (const attempt of [() => omw.tooling.get("t").listTools(), () => omw.provider.get("p").chat("m", [], []), () => omw.provider.get("q")]) {
  try { attempt(); told.push("no error"); } catch (error) { told.push(error.message); }
}
told;`;
  await using dir = await Workspace.with({ "omw.toml": config, "a.js": brain });
  const { code, omw: ran } = await play(["run"], { cwd: dir.dir });
  assert.equal(code, 0, ran.report());
  const [tool, chat, missing] = JSON.parse(String(ran.result()));
  assert.match(tool, /no-such-command/);
  assert.match(chat, /127\.0\.0\.1:9/);
  assert.match(missing, /no such provider "q"/);
});
