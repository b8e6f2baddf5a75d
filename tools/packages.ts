/**
 * The npm packages of the lock file as a `node_modules` folder, which is where a bundler looks for them.
 * @module
 */

import { join } from "node:path";
import { runTool } from "./run_tool.ts";
import { projectRoot } from "./project.ts";

/**
 * Installs them, and nothing else, into a new folder.
 * @returns the path of the `node_modules` folder
 * @throws {Error} when Deno cannot, with what it said
 */
export async function installPackages(folder: string, deno: string): Promise<string> {
  await Deno.mkdir(folder);
  const { imports } = JSON.parse(await Deno.readTextFile(join(projectRoot, "deno.json")));
  await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify({ nodeModulesDir: "auto", imports }));
  await Deno.copyFile(join(projectRoot, "deno.lock"), join(folder, "deno.lock"));
  await runTool(deno, ["install", "--frozen", "--quiet"], { cwd: folder });
  return join(folder, "node_modules");
}

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
