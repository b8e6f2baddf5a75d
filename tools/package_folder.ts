/**
 * What a tarball holds.
 * @module
 */

import { join } from "node:path";
import { completions, shells } from "../src/cli/completions.ts";
import { manPage } from "../src/cli/man.ts";
import { VERSION } from "../src/protocol/version.ts";
import { billOfMaterials } from "./bill_of_materials.ts";
import type { Bundle } from "./bundle.ts";
import type { BundledPackage } from "./packages.ts";
import { projectRoot } from "./project.ts";
import type { BuildRequest } from "./request.ts";
import { denoVersion } from "./run_tool.ts";
import { sha256Of, stampTree } from "./tarball.ts";

/** What to lay out. */
export interface PackageOptions {
  /** The folder that is made. */
  folder: string;
  /** The program's name, as in `omw-js-x86_64-linux`. */
  name: string;
  /** The compiled program. */
  program: string;
  /** What it was compiled from. */
  bundle: Bundle;
  /** What was asked for. */
  request: BuildRequest;
}

/** Lays it out; the program is moved there. */
export async function packageFolder({ folder, name, program, bundle, request }: PackageOptions): Promise<void> {
  await Deno.mkdir(join(folder, "completions"), { recursive: true });
  await Deno.mkdir(join(folder, "man"));
  const digest = await sha256Of(program);
  await Deno.rename(program, join(folder, name));
  await Deno.chmod(join(folder, name), 0o755);
  await Deno.symlink(name, join(folder, "omw-test"));
  for (const { shell, file } of shells) await write(folder, `completions/${file}`, completions(shell));
  await write(folder, "man/omw.1", manPage(VERSION));
  await write(folder, "README.md", await readme(name));
  await write(folder, "LICENSE", await Deno.readTextFile(join(projectRoot, "LICENSE")));
  await write(folder, "THIRD-PARTY.txt", await notices(bundle.packages, request.deno));
  await write(folder, "omw.spdx.json", await billOfMaterials({ name, digest, packages: bundle.packages, request }));
  await stampTree(folder, request.epoch);
}

async function write(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await Deno.writeTextFile(path, text);
  await Deno.chmod(path, 0o644); // Whatever the builder's umask is.
}

async function readme(name: string): Promise<string> {
  const text = await Deno.readTextFile(join(projectRoot, "tools/release_readme.md"));
  return text.replaceAll("@PROGRAM@", name).replaceAll("@VERSION@", VERSION);
}

/** What the licences of the packages inside ask for: their texts. */
async function notices(packages: readonly BundledPackage[], deno: string): Promise<string> {
  const rule = "-".repeat(79);
  const version = await denoVersion(deno);
  const runtime =
    `The runtime in the program is Deno ${version} (MIT), with V8 (BSD-3-Clause) and more inside. Its licences are at
https://github.com/denoland/deno/tree/v${version}. The packages in the program:\n`;
  const texts = packages.map(({ name, version, license, notices }) => {
    const text = notices.length === 0 ? "(The package brings no licence text of its own.)" : notices.join("\n");
    return `${rule}\n${name} ${version} (${license})\n${rule}\n\n${text.trimEnd()}\n`;
  });
  return [runtime, ...texts].join("\n");
}
