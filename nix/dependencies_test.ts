import { match, strictEqual } from "node:assert/strict";
import { readSource } from "../tests/support/source_files.ts";
import { type Dependencies, lockDigest } from "./dependencies.ts";

Deno.test("the hashes of what the Nix package fetches are of the packages in deno.lock", () => {
  const { lock, hashes }: Dependencies = JSON.parse(readSource("nix/dependencies.json"));
  strictEqual(lock, lockDigest(readSource("deno.lock")), "deno.lock has changed: run deno task nix-dependencies");
  for (const hash of Object.values(hashes)) match(hash, /^sha256-[A-Za-z0-9+/]{43}=$/);
});

Deno.test("the package and the tool that makes its hashes fetch in the same way", () => {
  match(readSource("nix/package.nix"), /^ *deno install --frozen$/m);
  match(readSource("nix/package.nix"), /find "\$DENO_DIR\/npm" -name registry\.json -delete/);
  match(readSource("nix/dependencies.ts"), /args: \["install", "--frozen", /);
});
