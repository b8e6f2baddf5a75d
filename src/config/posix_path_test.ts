import assert from "node:assert/strict";
import posix from "node:path/posix";
import { dirname, extname, isAbsolute, resolve } from "./posix_path.ts";

const paths = [
  "",
  ".",
  "..",
  "/",
  "//",
  "a",
  "a/b",
  "./a",
  "../a",
  "a/../..",
  "/a",
  "/a//b/",
  "/a/./b/../c",
  "../../../x",
  "a b/ü",
  "..a",
];

Deno.test("resolve(), dirname() and isAbsolute() agree with node:path", () => {
  for (const base of ["/", "/work", "/work/deep/er", "/work/../x/"]) {
    for (const path of paths) {
      const resolved = resolve(base, path);
      assert.equal(resolved, posix.resolve(base, path), `${base} ${path}`);
      assert.equal(dirname(resolved), posix.dirname(resolved), resolved);
      assert.equal(isAbsolute(path), posix.isAbsolute(path), path);
    }
  }
});

Deno.test("extname() agrees with node:path", () => {
  const names = [
    "",
    "a",
    "a.toml",
    "a.b.json",
    ".toml",
    "..",
    "...",
    "a.",
    ".a.b",
    "x.toml/",
    "d.e/f",
    "d.e/f.g",
    "/.",
    "a..",
    "d/.env",
  ];
  for (const name of names) assert.equal(extname(name), posix.extname(name), name);
});
