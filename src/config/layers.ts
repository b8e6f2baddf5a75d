/**
 * Configs that lie under another one.
 * @module
 */

import { isAbsolute, resolve } from "./posix_path.ts";
import { parseSource } from "./parse_source.ts";
import { emptyTable, isTable, type Table } from "./plain_tree.ts";
import { readSource } from "./read_source.ts";

/**
 * The documents of these files, each laid over those before it. What they name by a relative path (scripts, interpreters) is found in
 * their own folder.
 * @throws {ConfigError} when one cannot be read or parsed
 */
export async function readLayers(paths: readonly string[], cwd: string): Promise<Table> {
  let document = emptyTable();
  for (const path of paths) {
    const source = await readSource(path, cwd);
    document = mergeTables(document, anchored(parseSource(source), source.dir));
  }
  return document;
}

/** `over` laid over `under`: tables key by key, anything else whole. Neither is changed. */
export function mergeTables(under: Table, over: Table): Table {
  const merged = Object.assign(emptyTable(), under);
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isTable(below) && isTable(value) ? mergeTables(below, value) : value;
  }
  return merged;
}

function anchored(document: Table, dir: string): Table {
  const agents = document["agents"];
  const entries = Array.isArray(agents) ? agents : isTable(agents) ? Object.values(agents) : [];
  for (const agent of entries) anchor(agent, "script", dir);
  const runtimes = document["runtime"];
  for (const runtime of isTable(runtimes) ? Object.values(runtimes) : []) anchor(runtime, "interpreter", dir);
  return document;
}

function anchor(table: unknown, key: string, dir: string): void {
  const path = isTable(table) ? table[key] : undefined;
  if (typeof path === "string" && path !== "" && !isAbsolute(path)) (table as Table)[key] = resolve(dir, path);
}
