import { deepStrictEqual } from "node:assert/strict";
import { omw } from "../../tests/support/omw.ts";
import { readSource } from "../../tests/support/source_files.ts";

Deno.test("omw test schema writes the schema of test configs", async () => {
  deepStrictEqual(await omw(["test", "schema"]), { code: 0, stdout: readSource("schema/test-config.schema.json"), stderr: "" });
});
