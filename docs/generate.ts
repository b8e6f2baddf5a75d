/**
 * Writes the tables of the book anew. Runs as `deno task docs`; a test fails while a page differs from what this would write.
 * @module
 */

import { definitions, withTables } from "./tables.ts";

const folder = new URL(".", import.meta.url);
const known = await definitions();
for (const { name } of Deno.readDirSync(folder)) {
  if (!name.endsWith(".md")) continue;
  const page = await Deno.readTextFile(new URL(name, folder));
  const made = withTables(page, known);
  if (made !== page) await Deno.writeTextFile(new URL(name, folder), made);
}
