import { deepStrictEqual, throws } from "node:assert/strict";
import { parseModels } from "./openai_models.ts";

Deno.test("parseModels() takes the ids under data, of a bare list, and none for none", () => {
  deepStrictEqual(parseModels(`{"data":[{"id":"b"},{"id":"a","object":"model"}]}`), ["b", "a"]);
  deepStrictEqual(parseModels(`[{"id":"a"}]`), ["a"]);
  for (const none of ["{}", `{"data":[]}`, `{"data":null}`]) deepStrictEqual(parseModels(none), []);
});

Deno.test("parseModels() names what was found instead", () => {
  throws(() => parseModels("oops"), { message: "failed to decode models response: expected JSON, found oops" });
  throws(() => parseModels("5"), {
    message: `failed to decode models response: expected a list of models under "data", found 5`,
  });
  throws(() => parseModels(`{"data":{"a":1}}`), /expected a list of models under "data", found \{"data":\{"a":1\}\}/);
  throws(() => parseModels(`[{"id":"a"},{"id":7}]`), /data\[1\] has no "id" that is a string/);
});
