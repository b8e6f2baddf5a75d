import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { parse } from "smol-toml";
import { loadConfig, type LoadedConfig } from "../config/mod.ts";
import { Registries } from "../engine/mod.ts";
import { scaffold } from "./scaffold.ts";

/** A loaded config of this text. */
function loaded(text: string): Promise<LoadedConfig> {
  return loadConfig({ path: "-", env: {}, cwd: Deno.cwd(), stdin: new Blob([text]).stream() });
}

/** What scaffold makes of a config, as data, and what it warned of. */
async function scaffolded(config: string) {
  const file = await loaded(config);
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const text = await scaffold({ loaded: file, file, registries: Registries.builtin(), resources: true, warn });
  // deno-lint-ignore no-explicit-any -- the shape of the document is what the test is about
  return { text, document: JSON.parse(JSON.stringify(parse(text))) as any, warnings };
}

Deno.test("scaffold() reads a bounded number of resources, none that is huge, and goes on after one that fails", async () => {
  const uris = Array.from({ length: 70 }, (_, index) => `mem://${index}`);
  const list = uris.map((uri) => `{ uri = "${uri}", name = "n" }`).join(", ");
  const contents = uris.slice(1).map((uri, index) => `"${uri}" = "${index === 0 ? "x".repeat(70_000) : "short"}"`).join(", ");
  const { document, warnings } = await scaffolded(
    `[tooling.many]\nkind = "mock"\ninitial_resource_list = [${list}]\ninitial_resource_contents = { ${contents} }\n`,
  );
  const { initial_resource_list, initial_resource_contents } = document.tooling.many;
  strictEqual(initial_resource_list.length, 70);
  deepStrictEqual(Object.keys(initial_resource_contents).length, 62);
  match(warnings.join("\n"), /of 70 resources only the first 64 were read/);
  match(warnings.join("\n"), /resource mem:\/\/0 could not be read: mock has no content/);
  match(warnings.join("\n"), /resource mem:\/\/1 is longer than 65536 characters/);
});

Deno.test("scaffold() keeps a schema that TOML cannot hold as its JSON text", async () => {
  const { document } = await scaffolded(`[tooling.t]
kind = "mock"
tools = [{ name = "a", input_schema = '{"default":null}' }, { name = "b", input_schema = '{"type":"object"}' }]
`);
  deepStrictEqual(document.tooling.t.tools, [
    { name: "a", input_schema: '{"default":null}' },
    { name: "b", input_schema: { type: "object" } },
  ]);
});

Deno.test("scaffold() takes nothing but the kind of a runtime that it does not know, and all but secrets of one that it does", async () => {
  const { document, text, warnings } = await scaffolded(`[runtime.odd]
kind = "python"
key = "hush-hush"
[runtime.wasm]
kind = "wasm"
env = { A = "hidden-1" }
args = ["--about", "hidden-1"]
preopens = [{ host_path = "./data", guest_path = "/data" }]
`);
  deepStrictEqual(document.runtime, {
    odd: { kind: "python" },
    wasm: { kind: "wasm", args: ["--about", "<redacted>"], preopens: [{ host_path: "./data", guest_path: "/data" }] },
  });
  doesNotMatch(text, /hush|hidden/);
  deepStrictEqual(warnings, [
    "runtime.odd: left out, since it may be secret",
    "runtime.wasm.env.A: left out, since it may be secret",
  ]);
});
