/**
 * Evaluates Nix files of this project with `nix-instantiate`, without nixpkgs.
 * @module
 */

import { fileURLToPath } from "node:url";

/** The variables of an environment in which Nix needs no folder of the system, so that it works for every user and in containers. */
export function nixEnvironment(folder: string): Record<string, string> {
  return {
    HOME: folder,
    NIX_STORE_DIR: `${folder}/store`,
    NIX_STATE_DIR: `${folder}/state`,
    NIX_LOG_DIR: `${folder}/log`,
    NIX_CONF_DIR: `${folder}/conf`,
    // Nothing is built, so there need not be any users for it.
    NIX_CONFIG: "build-users-group =",
  };
}

/**
 * The value of a Nix file of `tests/deploy/nix`, called with texts as its arguments.
 * @throws {Error} with what Nix says, when it cannot be evaluated
 */
export async function evaluateNix(file: string, args: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const folder = await Deno.makeTempDir({ prefix: "omw-nix-" });
  try {
    const path = fileURLToPath(new URL(`../tests/deploy/nix/${file}`, import.meta.url));
    const { success, stdout, stderr } = await new Deno.Command("nix-instantiate", {
      args: ["--eval", "--strict", "--json", path, ...Object.entries(args).flatMap(([name, text]) => ["--argstr", name, text])],
      env: nixEnvironment(folder),
      stdin: "null",
    }).output();
    if (!success) throw new Error(`nix-instantiate failed for ${file}: ${new TextDecoder().decode(stderr).trim()}`);
    return JSON.parse(new TextDecoder().decode(stdout));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
