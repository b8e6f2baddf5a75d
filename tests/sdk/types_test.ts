/**
 * The types of `brains/sdk-js`: brains that use them type-check, mistakes are seen, and they name what is there.
 */

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { omw } from "../support/omw.ts";
import { Workspace } from "../support/workspace.ts";

const SDK = fileURLToPath(new URL("../../brains/sdk-js/", import.meta.url));
const read = (name: string) => Deno.readTextFile(`${SDK}${name}`);

const DECLARATIONS = ["index.d.ts", "later.d.ts", "component.d.ts"];

/** Type-checks files beside which the package lies in the folder `sdk`: what is wrong with them, empty for nothing. */
async function check(files: Record<string, string>): Promise<string> {
  const sdk = Object.fromEntries(await Promise.all(DECLARATIONS.map(async (name) => [`sdk/${name}`, await read(name)])));
  const omw = await read("../omw.d.ts");
  await using dir = await Workspace.with({ "deno.json": "{}", "omw.d.ts": omw, ...sdk, ...files });
  const args = ["check", "--quiet", ...Object.keys(files).map(dir.path.bind(dir))];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: dir.dir, env: { NO_COLOR: "1" } }).output();
  return code === 0 ? "" : new TextDecoder().decode(stderr);
}

/** The members of an interface of a declaration file. */
async function members(file: string, name: string): Promise<string[]> {
  const text = await read(file);
  const start = text.indexOf(`interface ${name} {`);
  return [...text.slice(start, text.indexOf("\n}\n", start)).matchAll(/^ {2}(\w+)[?(:]/gm)].map((match) => match[1]!);
}

/** The template's `tsconfig.json` brings the types; here a reference does. */
const SCRIPT = `/// <reference path="./sdk/index.d.ts" />\n${await read("template/brain.ts")}`;

const LATER = `import type { Omw } from "./sdk/later.d.ts";
declare const omw: Omw;
const reply = omw.provider.get("m").chat("m", [{ role: "developer", content: "x" }], omw.tooling.get("t").listTools());
const [first] = omw.tooling.get("t").readResource("note://one");
omw.host.streamEndpoint("s", { content: first?.content, finishReason: reply.finishReason, toolCalls: [{ index: 0 }] });
`;

const COMPONENT = `import type { Host, Runtime } from "./sdk/component.d.ts";
declare const host: Host;
export const runtime: Runtime = {
  kind: () => "wasm",
  check() {},
  run() {
    const { event } = host.recv();
    return event.tag === "tool-result" ? event.val.value : undefined;
  },
};
`;

Deno.test("a script, a script with the shapes of 0.1.10 and a module for other toolchains type-check; mistakes are seen", async () => {
  assert.equal(await check({ "script.ts": SCRIPT, "later.ts": LATER, "component.ts": COMPONENT }), "");
  const faults = await check({
    "script.ts": SCRIPT.replace("event.payload.content", "event.payload.contents"),
    "later.ts": LATER.replace("finishReason:", "finish_reason:"),
    "component.ts": COMPONENT.replace("val.value", "val"),
  });
  for (const fault of [/'contents' does not exist/, /'finish_reason' does not exist/, /'ToolResult' is not assignable/]) {
    assert.match(faults, fault);
  }
});

Deno.test("a copy of the template runs", async () => {
  await using dir = await Workspace.with({
    "brain.ts": await read("template/brain.ts"),
    "omw.toml": await read("template/omw.toml"),
  });
  const { code, stderr } = await omw(["run"], { cwd: dir.dir });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /"result":"Hello from the model!"/);
});

Deno.test("the types of 0.1.10 and of components name the functions of the documented ones", async () => {
  const documented = await Deno.readTextFile(`${SDK}../omw.d.ts`);
  for (const name of ["Host", "ProviderHandle", "ToolingHandle"]) {
    const start = documented.indexOf(`  interface ${name} {\n`);
    const wanted = [...documented.slice(start, documented.indexOf("\n  }\n", start)).matchAll(/^ {4}(\w+)[?(:]/gm)].map((match) =>
      match[1]!
    );
    assert.deepEqual((await members("later.d.ts", name)).sort(), wanted.sort(), name);
    const contract = await members("component.d.ts", name.replace("Handle", ""));
    assert.deepEqual(contract.sort(), wanted.filter((member) => !member.endsWith("As")), name);
  }
});

Deno.test("the contract's file has every function of the types, and no other", async () => {
  const wit = await Deno.readTextFile(`${SDK}../../wit/omw.wit`);
  const names = [...wit.matchAll(/^ +([\w-]+): func/gm)].map((match) =>
    match[1]!.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  );
  const typed = await Promise.all(["Host", "Provider", "Tooling", "Runtime"].map((name) => members("component.d.ts", name)));
  assert.deepEqual(names.sort(), [...typed.flat(), "get", "get"].sort());
});
