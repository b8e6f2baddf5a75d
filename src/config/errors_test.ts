import { strictEqual } from "node:assert/strict";
import { ConfigError, keyPath, typeName } from "./errors.ts";

Deno.test("keyPath() writes keys as TOML does", () => {
  strictEqual(keyPath("", "tunables", "inbox_bound"), "tunables.inbox_bound");
  strictEqual(keyPath("agents", 0, "name"), "agents[0].name");
  strictEqual(keyPath("providers", "my.ai", "model"), 'providers."my.ai".model');
  strictEqual(keyPath("providers", ""), 'providers.""');
  strictEqual(keyPath(""), "");
});

Deno.test("typeName() tells types apart", () => {
  strictEqual(typeName([]), "an array");
  strictEqual(typeName({}), "a table");
  strictEqual(typeName(null), "nothing");
  strictEqual(typeName(1n), "a number");
  strictEqual(typeName(false), "a boolean");
});

Deno.test("ConfigError keeps its cause", () => {
  const cause = new Error("inner");
  const error = new ConfigError("outer", { cause });
  strictEqual(error.cause, cause);
  strictEqual(String(error), "ConfigError: outer");
});
