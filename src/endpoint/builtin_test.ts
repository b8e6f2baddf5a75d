import assert from "node:assert/strict";
import { Registry } from "../config/mod.ts";
import { builtinEndpoints } from "./builtin.ts";
import type { EndpointFactory } from "./endpoint.ts";

Deno.test("builtinEndpoints() has one factory for each kind", () => {
  const registry = new Registry<EndpointFactory>("endpoint");
  for (const factory of builtinEndpoints()) registry.register(factory.kind, factory);
  assert.deepEqual(registry.kinds(), ["mock", "openai"]);
});

Deno.test("the factories' permissions follow the params and survive any", () => {
  const [openai, mock] = builtinEndpoints();
  assert.deepEqual(openai?.permissions({ listen: "[::1]:8080", api_keys: ["k"] }), { net: ["[::1]:8080"], secrets: true });
  assert.deepEqual(openai?.permissions({ listen: "0.0.0.0:80" }), { net: ["0.0.0.0:80"], secrets: false });
  for (const params of [undefined, null, 5, [], {}, { listen: 5 }, { listen: "localhost:80" }]) {
    assert.deepEqual(openai?.permissions(params), {});
  }
  assert.deepEqual(mock?.permissions({}), {});
});
