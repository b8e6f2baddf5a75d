/**
 * Writes the tables of the book anew. Runs as `deno task docs`; a test fails while a page differs from what this would write.
 * @module
 */

import { join } from "node:path";
import { book, pages, textOf } from "./book.ts";
import { definitions, withTables } from "./tables.ts";

const known = await definitions();
for (const page of pages()) {
  const text = textOf(page);
  const made = withTables(text, known);
  if (made !== text) await Deno.writeTextFile(join(book, page), made);
}
