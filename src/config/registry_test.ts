import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
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
