import { match, strictEqual } from "node:assert/strict";
import { versionFault } from "./deno_version.ts";

Deno.test("versionFault() accepts Deno 2.6 and later, this one too", () => {
  for (const version of ["2.6.0", "2.9.6", "2.10.1", "3.0.0", Deno.version.deno]) strictEqual(versionFault(version), undefined);
});

Deno.test("versionFault() says what is wanted and the way out for older ones", () => {
  for (const version of ["2.5.9", "1.46.3"]) match(versionFault(version) ?? "", /omw needs 2\.6 or later; run "deno upgrade"/);
});
