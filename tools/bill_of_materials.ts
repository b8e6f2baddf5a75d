/**
 * The software bill of materials of a program: SPDX 2.3 (ISO/IEC 5962) as JSON.
 * @module
 */

import { join } from "node:path";
import { VERSION } from "../src/protocol/version.ts";
import type { BundledPackage } from "./packages.ts";
import { projectRoot } from "./project.ts";
import type { BuildRequest } from "./request.ts";
import { denoVersion } from "./run_tool.ts";
import { sha256Of } from "./tarball.ts";

/** What is inside a program. */
export interface BillOptions {
  /** The program's name. */
  name: string;
  /** The program's SHA-256, in hex. */
  digest: string;
  /** The packages that are bundled. */
  packages: readonly BundledPackage[];
  /** What was asked for: the runtime is in it. */
  request: BuildRequest;
}

/** The document's text; the same program gives the same text. */
export async function billOfMaterials({ name, digest, packages, request }: BillOptions): Promise<string> {
  const integrity = await lockedIntegrity();
  const { deno, denort, epoch } = request;
  const version = await denoVersion(deno);
  const omw = {
    ...described("SPDXRef-omw", "omw", VERSION, "MIT"),
    packageFileName: name,
    primaryPackagePurpose: "APPLICATION",
    checksums: [{ algorithm: "SHA256", checksumValue: digest }],
  };
  const runtime = {
    ...described("SPDXRef-deno", "deno", version, "MIT"),
    ...denort !== undefined && { checksums: [{ algorithm: "SHA256", checksumValue: await sha256Of(denort) }] },
    externalRefs: [purl(`pkg:github/denoland/deno@v${version}`)],
  };
  const bundled = packages.map((each) => ({
    ...described(
      `SPDXRef-npm-${`${each.name}-${each.version}`.replaceAll(/[^A-Za-z0-9.-]/g, "-")}`,
      each.name,
      each.version,
      each.license,
    ),
    ...checksumOf(integrity.get(`${each.name}@${each.version}`)),
    externalRefs: [purl(`pkg:npm/${each.name.replace("@", "%40")}@${each.version}`)],
  }));
  const inside = [runtime, ...bundled];
  const document = {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name,
    documentNamespace: `https://spdx.org/spdxdocs/${name}-${VERSION}-${digest}`,
    creationInfo: {
      created: new Date(epoch * 1000).toISOString().replace(/\.\d+Z$/, "Z"),
      creators: [`Tool: omw-compile-${VERSION}`],
    },
    packages: [omw, ...inside],
    relationships: [
      { spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES", relatedSpdxElement: omw.SPDXID },
      ...inside.map(({ SPDXID }) => ({ spdxElementId: omw.SPDXID, relationshipType: "CONTAINS", relatedSpdxElement: SPDXID })),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function described(id: string, name: string, versionInfo: string, license: string) {
  return {
    SPDXID: id,
    name,
    versionInfo,
    downloadLocation: "NOASSERTION",
    filesAnalyzed: false,
    licenseConcluded: "NOASSERTION",
    licenseDeclared: license,
    copyrightText: "NOASSERTION",
  };
}

function purl(locator: string) {
  return { referenceCategory: "PACKAGE-MANAGER", referenceType: "purl", referenceLocator: locator };
}

/** The hashes of the lock file by `name@version`; they are over the packages as they were downloaded. */
async function lockedIntegrity(): Promise<Map<string, string>> {
  const lock = JSON.parse(await Deno.readTextFile(join(projectRoot, "deno.lock")));
  const entries = Object.entries(lock.npm as Record<string, { integrity?: string }>);
  // A key goes on with the peers that a package was resolved with: `hono@4.13.19_zod@4.6.7`.
  return new Map(entries.map(([key, { integrity = "" }]) => [key.replace(/_.*$/, ""), integrity]));
}

function checksumOf(integrity: string | undefined) {
  const base64 = /^sha512-(.+)$/.exec(integrity ?? "")?.[1];
  if (base64 === undefined) return {};
  return { checksums: [{ algorithm: "SHA512", checksumValue: Uint8Array.fromBase64(base64).toHex() }] };
}
