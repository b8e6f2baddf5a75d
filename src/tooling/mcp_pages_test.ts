import assert from "node:assert/strict";
import { MAX_PAGES, readPages } from "./mcp_pages.ts";

const keyOf = (item: unknown) => typeof item === "string" ? item : undefined;
const never = () => assert.fail("no cursor came twice");

Deno.test("readPages() follows every cursor, the empty one too, and keeps the first of equal items", async () => {
  const pages = new Map([[undefined, { items: ["a", 5], next: "" }], ["", { items: ["b", "a"], next: "x" }], ["x", {
    items: [],
  }]]);
  const found = await readPages((cursor) => Promise.resolve(pages.get(cursor) ?? assert.fail(`cursor ${cursor}`)), keyOf, never);
  assert.deepEqual([...found.values()], ["a", "b"]);
});

Deno.test("readPages() stops at a cursor that came before, also in a longer circle", async () => {
  const next = new Map([[undefined, "1"], ["1", "2"], ["2", "1"]]);
  const repeated: string[] = [];
  let asked = 0;
  const fetchPage = (cursor: string | undefined) => {
    asked++;
    return Promise.resolve({ items: [`item ${cursor}`], next: next.get(cursor) });
  };
  assert.equal((await readPages(fetchPage, keyOf, (cursor) => repeated.push(cursor))).size, 3);
  assert.deepEqual([asked, repeated], [3, ["1"]]);
});

Deno.test("readPages() gives up on a list without an end", async () => {
  let asked = 0;
  const fetchPage = () => Promise.resolve({ items: [], next: String(asked++) });
  await assert.rejects(readPages(fetchPage, keyOf, never), /did not end after 1000 pages/);
  assert.equal(asked, MAX_PAGES);
});
