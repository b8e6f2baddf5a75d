/**
 * `omw scaffold`: a starter test config from a deployment's config.
 * @module
 */

import { dirname, join, resolve } from "node:path";
import { loadConfig, type LoadedConfig } from "../config/mod.ts";
import { isStdin } from "../config/read_source.ts";
import { Registries } from "../engine/mod.ts";
import { scaffold as scaffoldText } from "../testing/scaffold.ts";
import { faultLine } from "./fault.ts";
import type { Invocation } from "./options.ts";
import { isStandardOutput, writeError, writeOut } from "./output.ts";
import { writeOutput } from "./output_file.ts";

/** What the test config is called unless the command line says otherwise. */
const DEFAULT_OUTPUT = "omw.test.toml";

/**
 * Writes the test config and prints its path; resolves with 0. Whatever could not be had is a warning on standard error.
 * @throws when the config cannot be loaded, the output exists already and `--force` was not given or it is the config, or it
 * cannot be written
 */
export async function scaffold(invocation: Invocation): Promise<number> {
  const config = invocation.argument!;
  const read = await readerOf(config);
  const loaded = await read(Deno.env.toObject());
  const output = invocation.output ?? join(loaded.path === undefined ? "" : dirname(config), DEFAULT_OUTPUT);
  // Before anything is asked: nobody should wait for tool servers to hear that the file is there.
  if (!isStandardOutput(output) && invocation.values["force"] !== true && await exists(output)) {
    throw new Error(`${output} already exists; pass --force to overwrite it, or another place with --output`);
  }
  if (loaded.path !== undefined && !isStandardOutput(output) && await sameFile(output, loaded.path)) {
    throw new Error(`${output} is the config itself, which even --force does not overwrite; name another place with --output`);
  }
  let told = Promise.resolve();
  const warn = (message: string) => {
    told = told.then(() => writeError(`omw: warning: ${faultLine(message)}\n`));
  };
  for (const warning of loaded.warnings) warn(warning);
  const text = await scaffoldText({
    loaded,
    file: await withoutEnvironment(read, warn),
    registries: Registries.builtin(),
    resources: invocation.values["resources"] !== false,
    ...!isStandardOutput(output) && { outputFolder: resolve(dirname(output)) },
    warn,
  });
  await told;
  await writeOutput(output, text);
  if (!isStandardOutput(output)) await writeOut(`${output}\n`);
  return 0;
}

/** Reads the config twice, with the environment and without; what can be read only once, such as standard input, is split in two. */
async function readerOf(path: string): Promise<(env: Record<string, string>) => Promise<LoadedConfig>> {
  const cwd = Deno.cwd();
  const stream = isStdin(path) ? Deno.stdin.readable : await streamOf(path);
  if (stream === undefined) return (env) => loadConfig({ path, env, cwd });
  const halves = stream.tee();
  return (env) => loadConfig({ path: "-", env, cwd, stdin: halves.pop()! });
}

/** The content of a pipe or a device; `undefined` for a file, and for what is not there: that is the loader's to tell. */
async function streamOf(path: string): Promise<ReadableStream<Uint8Array> | undefined> {
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    return isFile || isDirectory ? undefined : (await Deno.open(path)).readable;
  } catch {
    return undefined;
  }
}

async function withoutEnvironment(
  read: (env: Record<string, string>) => Promise<LoadedConfig>,
  warn: (message: string) => void,
): Promise<LoadedConfig | undefined> {
  try {
    return await read({});
  } catch (error) {
    warn(`without the environment the file is no whole config, so only names and kinds were taken over: ${faultLine(error)}`);
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw new Error(`cannot look at ${path}`, { cause: error });
  }
}

async function sameFile(a: string, b: string): Promise<boolean> {
  const [real, other] = await Promise.all([a, b].map((path) => Deno.realPath(path).catch(() => undefined)));
  return real !== undefined && real === other;
}
