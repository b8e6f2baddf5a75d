import { deepStrictEqual, rejects, strictEqual, throws } from "node:assert/strict";
import { Registry } from "./registry.ts";

Deno.test("Registry.get() returns what was registered, whatever the kind is called", () => {
  const registry = new Registry<number>("provider");
  registry.register("openai", 1);
  registry.register("__proto__", 2);
  strictEqual(registry.get("openai"), 1);
  strictEqual(registry.get("__proto__"), 2);
  deepStrictEqual(registry.kinds(), ["__proto__", "openai"]);
});

Deno.test("Registry.get() names the family and lists the registered kinds, sorted", () => {
  const registry = new Registry<number>("tooling");
  throws(() => registry.get("mcp"), { name: "ConfigError", message: 'unsupported tooling kind "mcp" (registered: none)' });
  registry.register("mock", 1);
  registry.register("mcp", 2);
  throws(() => registry.get("x"), { message: 'unsupported tooling kind "x" (registered: mcp, mock)' });
  throws(() => registry.get("constructor"), /unsupported tooling kind "constructor"/);
});

Deno.test("Registry.register() refuses a kind twice and keeps the first", () => {
  const registry = new Registry<number>("provider");
  registry.register("openai", 1);
  throws(() => registry.register("openai", 2), /^ConfigError: duplicate provider kind "openai"/);
  strictEqual(registry.get("openai"), 1);
});

Deno.test("Registry.prepare() loads the lazy factories that are asked for, once", async () => {
  const registry = new Registry<number>("provider");
  let loads = 0;
  registry.registerLazy("a", () => Promise.resolve(++loads));
  registry.registerLazy("b", () => Promise.reject(new Error("b is broken")));
  registry.register("c", 3);
  deepStrictEqual(registry.kinds(), ["a", "b", "c"]);
  throws(() => registry.get("a"), /before prepare\(\)/);
  throws(() => registry.get("x"), { message: 'unsupported provider kind "x" (registered: a, b, c)' });
  throws(() => registry.register("a", 1), /duplicate provider kind "a"/);
  throws(() => registry.registerLazy("c", () => Promise.resolve(1)), /duplicate provider kind "c"/);
  await registry.prepare(["a", "a", "c", "x"]);
  await registry.prepare(["a"]);
  strictEqual(registry.get("a"), 1);
  strictEqual(loads, 1);
  await rejects(registry.prepare(), /b is broken/);
});
