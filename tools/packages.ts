/**
 * The npm packages that are in a bundle.
 * @module
 */

import { join } from "node:path";

/** A package that is in a bundle. */
export interface BundledPackage {
  /** Its name on npm. */
  name: string;
  /** Its version. */
  version: string;
  /** Its licence as an SPDX expression, as the package states it; `NOASSERTION` when it doesn't. */
  license: string;
  /** The texts of its licence files. */
  notices: string[];
}

/**
 * The packages that modules come from, sorted by name and version.
 * @param modules absolute paths
 */
export async function packagesOf(modules: Iterable<string>): Promise<BundledPackage[]> {
  const folders = new Set<string>();
  for (const module of modules) {
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  const found = await Promise.all([...folders].map(readPackage));
  const byId = new Map(found.map((each) => [`${each.name}@${each.version}`, each]));
  return [...byId].sort(([a], [b]) => a < b ? -1 : 1).map(([, each]) => each);
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(await Deno.readTextFile(join(folder, "package.json")));
  const files: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isFile && /^(?:licen[cs]e|notice|copying)(?:[.-].*)?$/i.test(entry.name)) files.push(entry.name);
  }
  const notices = await Promise.all(files.sort().map((file) => Deno.readTextFile(join(folder, file))));
  return { name, version, license: typeof license === "string" ? license : "NOASSERTION", notices };
}
