/**
 * Writes `dependencies.json`: the hash of what `nix/package.nix` fetches, for each system that there is a package for. It is made on any
 * machine, without Nix, by doing what the package does.
 *
 *     deno task nix-dependencies
 * @module
 */

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { narHash } from "./nar.ts";

/** What Deno calls the architecture of a system. */
const systems = new Map([["x86_64-linux", "x64"], ["aarch64-linux", "arm64"]]);

/** What `dependencies.json` holds. */
export interface Dependencies {
  /** Which packages the hashes are of: see `lockDigest`. */
  lock: string;
  /** By system the hash of their files, as `outputHash` takes it. */
  hashes: Record<string, string>;
}

/** What of a `deno.lock` decides which files are fetched, as a SHA-256 in hex: its packages, with their versions and sums. */
export function lockDigest(lockText: string): string {
  const { npm }: { npm: unknown } = JSON.parse(lockText);
  return createHash("sha256").update(JSON.stringify(npm)).digest("hex");
}

/** Fetches the packages of the project in `root` for one system, and answers the hash of their files. */
async function dependenciesHash(root: string, arch: string): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "omw-dependencies-" });
  try {
    for (const name of ["deno.json", "deno.lock"]) await Deno.copyFile(`${root}/${name}`, `${folder}/${name}`);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["install", "--frozen", "--os", "linux", "--arch", arch],
      cwd: folder,
      env: { DENO_DIR: `${folder}/deno`, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
      stdin: "null",
    }).output();
    if (!success) throw new Error(`deno install failed for ${arch}: ${new TextDecoder().decode(stderr).trim()}`);
    await removeRegistryFiles(`${folder}/deno/npm`);
    return await narHash(`${folder}/deno/npm`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Removes what a registry says of a package, wherever Deno keeps it. */
async function removeRegistryFiles(folder: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) await removeRegistryFiles(path);
    else if (name === "registry.json") await Deno.remove(path);
  }
}

if (import.meta.main) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const hashes: Record<string, string> = {};
  for (const [system, arch] of systems) hashes[system] = await dependenciesHash(root, arch);
  const written: Dependencies = { lock: lockDigest(await Deno.readTextFile(`${root}/deno.lock`)), hashes };
  await Deno.writeTextFile(new URL("dependencies.json", import.meta.url), `${JSON.stringify(written, undefined, 2)}\n`);
}
