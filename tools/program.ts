/**
 * A bundle to a program of one file.
 * @module
 */

import { join } from "node:path";
import type { Bundle } from "./bundle.ts";
import { projectRoot } from "./project.ts";
import type { Arch } from "./request.ts";
import { runTool } from "./run_tool.ts";
import { stampTree } from "./tarball.ts";

/** What compiles. */
export interface Toolchain {
  /** The Deno. */
  deno: string;
  /** The compile runtime; absent: Deno downloads it. */
  denort?: string;
  /** The time in every file, in seconds since 1970. */
  epoch: number;
}

/** What to compile. */
export interface CompileOptions {
  /** The bundle. */
  bundle: Bundle;
  /** For which architecture. */
  arch: Arch;
  /** The file to write. */
  output: string;
  /** What compiles. */
  toolchain: Toolchain;
}

/**
 * Compiles a bundle. The permissions are those of the launcher, and can't be widened at run time; a process that runs a brain gives up all
 * of them first.
 * @throws {Error} with what Deno said
 */
export async function compileProgram({ bundle, arch, output, toolchain }: CompileOptions): Promise<void> {
  // The time of each file is stored in the program.
  await stampTree(bundle.folder, toolchain.epoch);
  const flags = [
    // Nothing but the bundle may get in, and nothing may be fetched.
    ...["--no-config", "--no-lock", "--no-check", "--cached-only", "--no-remote", "--no-npm"],
    // The code cache would be a file with a guessable name in the system's temporary folder, which is not checked for its owner.
    "--no-code-cache",
    // Without a word about it, Deno lets a program import from some hosts.
    ...["--no-prompt", "--deny-import", ...await launcherPermissions()],
    ...bundle.assets.flatMap((asset) => ["--include", asset]),
    ...["--target", `${arch}-unknown-linux-gnu`],
  ];
  const env: Record<string, string> = { DENO_NO_UPDATE_CHECK: "1" };
  if (toolchain.denort !== undefined) env.DENORT_BIN = toolchain.denort;
  await runTool(toolchain.deno, ["compile", ...flags, "--output", output, "main.mjs"], { cwd: bundle.folder, env });
}

/** The permissions in `bin/omw`, the one place where they stand. @throws {Error} when none are found there */
export async function launcherPermissions(): Promise<string[]> {
  const launcher = await Deno.readTextFile(join(projectRoot, "bin/omw"));
  const flags = launcher.match(/--allow-[a-z]+(?=[\s\\])/g) ?? [];
  if (flags.length === 0) throw new Error("bin/omw: no --allow-… flags found, so there is nothing to compile in");
  return [...new Set(flags)];
}
