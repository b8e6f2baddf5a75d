/**
 * `omw init`: a new project that runs and passes its test at once. It asks nothing.
 * @module
 */

import { dirname, join } from "node:path";
import { composeSchema, Registries } from "../engine/mod.ts";
import { composeTestSchema, testRegistries } from "../testing/mod.ts";
import type { Invocation } from "./options.ts";
import { writeOut } from "./output.ts";

/** What comes from the folder `brains/` of the program: the file in a project, and where it is kept. */
const kept: readonly (readonly [string, string])[] = [
  ["omw.toml", "starter/omw.toml"],
  ["brain.js", "starter/brain.js"],
  ["omw.test.toml", "starter/omw.test.toml"],
  ["omw.d.ts", "omw.d.ts"],
];

/** What many folders have before they become a project: an existing one is left as it is. */
const optional: readonly (readonly [string, string])[] = [
  ["README.md", "starter/README.md"],
  [".gitignore", "starter/gitignore"],
];

/**
 * Makes the project and tells what to do next; resolves with 0.
 * @throws when a file of that name is there already, or one cannot be written; then nothing is left behind
 */
export async function init(invocation: Invocation): Promise<number> {
  const folder = invocation.argument ?? ".";
  const files = await filesOf(kept);
  files.set("omw.schema.json", await composeSchema(Registries.builtin()));
  files.set("omw.test.schema.json", await composeTestSchema(testRegistries()));
  const existing = await present(folder, files.keys());
  if (existing.length > 0) {
    throw new Error(
      `${existing.join(", ")} already ${existing.length === 1 ? "exists" : "exist"} in ${folder}; name another folder`,
    );
  }
  const extras = await filesOf(optional);
  for (const name of await present(folder, extras.keys())) extras.delete(name);
  const all = new Map([...files, ...extras]);
  await createAll(folder, all);
  const made = [...all.keys()].map((name) => join(folder, name)).join("\n  ");
  const first = folder === "." ? "" : `cd ${shellWord(folder)} && `;
  await writeOut(`created\n  ${made}\n\nNext: ${first}omw test run . && omw run\n`);
  return 0;
}

async function filesOf(list: readonly (readonly [string, string])[]): Promise<Map<string, string>> {
  const texts = list.map(async ([name, source]) =>
    [name, await Deno.readTextFile(new URL(`../../brains/${source}`, import.meta.url))] as const
  );
  return new Map(await Promise.all(texts));
}

async function present(folder: string, names: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    try {
      await Deno.lstat(join(folder, name));
      found.push(name);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw new Error(`cannot make a project in ${folder}`, { cause: error });
    }
  }
  return found;
}

/** Writes all files or none. A file that appeared meanwhile is not overwritten either. */
async function createAll(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const written: string[] = [];
  try {
    for (const [name, text] of files) {
      const path = join(folder, name);
      await Deno.mkdir(dirname(path), { recursive: true });
      const file = await Deno.open(path, { write: true, createNew: true });
      written.push(path);
      await new Blob([text]).stream().pipeTo(file.writable);
    }
  } catch (cause) {
    for (const path of written) await Deno.remove(path).catch(() => {}); // The first fault is the one to tell.
    throw new Error(`cannot make a project in ${folder}`, { cause });
  }
}

/** A path as one word of a command line. */
function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
