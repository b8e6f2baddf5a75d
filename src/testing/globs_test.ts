import { deepStrictEqual, throws } from "node:assert/strict";
import { labelFilter } from "./globs.ts";

const LABELS = ["omw.test.toml", "a/omw.test.toml", "a/b/omw.test.toml", "a/.c/x.omw.test.toml", "ab/omw.test.toml"];

function chosen(include: string[], exclude: string[] = []): string[] {
  return LABELS.filter(labelFilter({ include, exclude }));
}

Deno.test("labelFilter() keeps * and ? within a folder, and ** crosses folders", () => {
  deepStrictEqual(chosen([]), LABELS);
  deepStrictEqual(chosen(["*"]), ["omw.test.toml"]);
  deepStrictEqual(chosen(["*/omw.test.toml"]), ["a/omw.test.toml", "ab/omw.test.toml"]);
  deepStrictEqual(chosen(["a?omw.test.toml"]), []);
  deepStrictEqual(chosen(["a/**"]), ["a/omw.test.toml", "a/b/omw.test.toml", "a/.c/x.omw.test.toml"]);
  deepStrictEqual(chosen(["**/omw.test.toml"]), ["omw.test.toml", "a/omw.test.toml", "a/b/omw.test.toml", "ab/omw.test.toml"]);
});

Deno.test("labelFilter() includes first, then excludes; one match in a list is enough", () => {
  deepStrictEqual(chosen(["a/**", "ab/*"], ["**/b/**", "**/x.*"]), ["a/omw.test.toml", "ab/omw.test.toml"]);
  deepStrictEqual(chosen([], ["**"]), []);
});

Deno.test("labelFilter() refuses a wrong glob, quoting it", () => {
  for (const glob of ["[", "a/{b", ""]) {
    throws(() => labelFilter({ include: [], exclude: [glob] }), (error) => {
      return error instanceof Error && error.message === `invalid glob ${JSON.stringify(glob)}`;
    });
  }
});
