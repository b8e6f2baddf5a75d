import assert from "node:assert/strict";
import { loadConfig } from "../config/mod.ts";
import { Builder } from "./builder.ts";
import { Registries } from "./registries.ts";

const CONFIG = `
[[agents]]
name = "a"
runtime = "shared"
script = "a.js"

[[agents]]
name = "b"
runtime = "shared"
script = "b.js"

[[agents]]
name = "c"
runtime = "own"
script = "c.js"

[runtime.shared]
kind = "odd"

[runtime.own]
kind = "odd"
`;

Deno.test("Builder builds a runtime once for all agents of its entry, and tells once what is odd about it", async () => {
  const registries = new Registries();
  registries.runtimes.register("odd", {
    kind: "odd",
    params: () => Promise.reject(new Error("not asked for")),
    permissions: () => ({}),
    build({ where, warn }) {
      warn(`${where} is odd`);
      return { kind: "odd", maxMemoryMb: 1, load: () => Promise.reject(new Error("not loaded")) };
    },
  });
  const loaded = await loadConfig({ path: "-", env: {}, cwd: "/", stdin: new Blob([CONFIG]).stream() });
  const warnings: string[] = [];
  const builder = new Builder(loaded, registries, (message) => void warnings.push(message));
  const [a, b, c] = await Promise.all(loaded.config.agents.map((agent) => builder.runtime(agent)));
  assert.equal(a, b);
  assert.notEqual(a, c);
  assert.deepEqual(warnings, ["runtime.shared is odd", "runtime.own is odd"]);
});
