import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { Workspace } from "../../tests/support/workspace.ts";
import { mergeTables, readLayers } from "./layers.ts";
import { loadConfig } from "./load.ts";
import { isTable } from "./plain_tree.ts";

Deno.test("mergeTables() merges tables key by key and replaces anything else", () => {
  const under = { a: { b: 1, c: [1, 2], d: { e: 1 } }, f: 1, g: { h: 1 } };
  const merged = mergeTables(under, JSON.parse('{"a":{"b":2,"c":[3],"d":{"x":1}},"g":5,"__proto__":{"p":1}}'));
  deepStrictEqual(JSON.parse(JSON.stringify(merged)), {
    a: { b: 2, c: [3], d: { e: 1, x: 1 } },
    f: 1,
    g: 5,
    ["__proto__"]: { p: 1 },
  });
  deepStrictEqual(under, { a: { b: 1, c: [1, 2], d: { e: 1 } }, f: 1, g: { h: 1 } });
});

Deno.test("readLayers() lays later files over earlier ones, and keeps paths to the folders of those that name them", async () => {
  await using workspace = await Workspace.with({
    "base.toml":
      `[agents.a]\nruntime = "r"\nscript = "a.js"\n[runtime.r]\nkind = "rhai"\ninterpreter = "i.wasm"\n[memory.a]\nx = "low"`,
    "in/base.toml": `[agents.b]\nruntime = "r"\nscript = "/abs/b.js"\n[memory.a]\nx = "high"`,
  });
  const document = await readLayers([workspace.path("base.toml"), workspace.path("in/base.toml")], workspace.dir);
  const { agents, runtime, memory } = document as Record<string, Record<string, Record<string, string>>>;
  strictEqual(agents?.a?.script, workspace.path("a.js"));
  strictEqual(agents?.b?.script, "/abs/b.js");
  strictEqual(runtime?.r?.interpreter, workspace.path("i.wasm"));
  strictEqual(memory?.a?.x, "high");
  strictEqual(isTable(await readLayers([], "/")), true);
});

Deno.test("loadConfig() lays the file over its base and the environment over both", async () => {
  await using workspace = await Workspace.with({
    "base.toml": `[tunables]\ninbox_bound = 1\ntrace_buffer = 1\nsession_buffer = 1`,
    "omw.toml": `[tunables]\ntrace_buffer = 2\nsession_buffer = 2`,
    "broken.toml": `[tunables`,
  });
  const load = (base: string) => {
    const env = { OMW__TUNABLES__SESSION_BUFFER: "3" };
    return loadConfig({ path: "omw.toml", cwd: workspace.dir, env, base: [workspace.path(base)] });
  };
  const { config: { tunables }, sources } = await load("base.toml");
  deepStrictEqual([tunables.inbox_bound, tunables.trace_buffer, tunables.session_buffer], [1, 2, 3]);
  deepStrictEqual(sources, [workspace.path("base.toml"), "omw.toml", "OMW__TUNABLES__SESSION_BUFFER"]);
  await rejects(load("broken.toml"), /broken\.toml:1:/);
});
