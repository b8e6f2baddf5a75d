/**
 * `omw permissions`: the smallest set of Deno permissions that a config needs.
 * @module
 */

import { permissionsOf, Registries } from "../engine/mod.ts";
import { loadForReading } from "./load.ts";
import type { Invocation } from "./options.ts";
import { writeOut } from "./output.ts";

/** Prints the permission flags, one a line; resolves with 0. */
export async function permissions(invocation: Invocation): Promise<number> {
  const loaded = await loadForReading(invocation);
  const flags = await permissionsOf(loaded, Registries.builtin());
  await writeOut(flags.map((flag) => `${flag}\n`).join(""));
  return 0;
}
