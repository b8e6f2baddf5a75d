import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { billOfMaterials } from "./bill_of_materials.ts";
import type { BuildRequest } from "./request.ts";

const request: BuildRequest = { variants: ["js"], archs: ["x86_64"], output: ".", deno: Deno.execPath(), epoch: 1_700_000_000 };

const options = {
  name: "omw-js-x86_64-linux",
  digest: "ab".repeat(32),
  packages: [
    { name: "@logtape/logtape", version: "2.4.2", license: "MIT", notices: [] },
    { name: "zod", version: "4.6.7", license: "MIT", notices: [] },
  ],
  request,
};

Deno.test("billOfMaterials() is SPDX 2.3: every package with its version, licence, address and the lock file's hash", async () => {
  const text = await billOfMaterials(options);
  const { spdxVersion, SPDXID, creationInfo, documentNamespace, packages, relationships } = JSON.parse(text);
  deepStrictEqual([spdxVersion, SPDXID, creationInfo.created], ["SPDX-2.3", "SPDXRef-DOCUMENT", "2023-11-14T22:13:20Z"]);
  ok(documentNamespace.endsWith(options.digest));
  deepStrictEqual(packages.map(({ name }: { name: string }) => name), ["omw", "deno", "@logtape/logtape", "zod"]);
  const [omw, deno, logtape, zod] = packages;
  deepStrictEqual(omw.checksums, [{ algorithm: "SHA256", checksumValue: options.digest }]);
  strictEqual(deno.versionInfo, Deno.version.deno);
  strictEqual(logtape.externalRefs[0].referenceLocator, "pkg:npm/%40logtape/logtape@2.4.2");
  strictEqual(zod.licenseDeclared, "MIT");
  strictEqual(zod.checksums[0].algorithm, "SHA512");
  match(zod.checksums[0].checksumValue, /^[0-9a-f]{128}$/);
  const ids = new Set<string>(packages.map((each: { SPDXID: string }) => each.SPDXID));
  strictEqual(ids.size, packages.length);
  for (const id of ids) match(id, /^SPDXRef-[A-Za-z0-9.-]+$/);
  strictEqual(relationships.length, packages.length);
  for (const { relatedSpdxElement } of relationships) ok(ids.has(relatedSpdxElement));
});

Deno.test("billOfMaterials() of one program is one text", async () => {
  strictEqual(await billOfMaterials(options), await billOfMaterials(options));
});
