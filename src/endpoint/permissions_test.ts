import assert from "node:assert/strict";
import { mockEndpoint } from "./mock.ts";
import { openaiEndpoint } from "./openai.ts";

Deno.test("the factories' permissions follow the params and survive any", () => {
  assert.deepEqual(openaiEndpoint.permissions({ listen: "[::1]:8080", api_keys: ["k"] }), { net: ["[::1]:8080"], secrets: true });
  assert.deepEqual(openaiEndpoint.permissions({ listen: "0.0.0.0:80" }), { net: ["0.0.0.0:80"], secrets: false });
  for (const params of [undefined, null, 5, [], {}, { listen: 5 }, { listen: "localhost:80" }]) {
    assert.deepEqual(openaiEndpoint.permissions(params), {});
  }
  assert.deepEqual(mockEndpoint.permissions({}), {});
});
