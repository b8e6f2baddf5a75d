import { strictEqual } from "node:assert/strict";
import { componentCacheFolder } from "./component_cache_folder.ts";

Deno.test("componentCacheFolder() follows the XDG rules", () => {
  const folderOf = (env: Record<string, string>) => componentCacheFolder((name) => env[name]);
  strictEqual(folderOf({ XDG_CACHE_HOME: "/c", HOME: "/h" }), "/c/omw");
  strictEqual(folderOf({ XDG_CACHE_HOME: "", HOME: "/h" }), "/h/.cache/omw");
  strictEqual(folderOf({ XDG_CACHE_HOME: "relative", HOME: "/h" }), "/h/.cache/omw");
  strictEqual(folderOf({}), undefined);
});
