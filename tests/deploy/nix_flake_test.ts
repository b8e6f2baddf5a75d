/** The flake and its packages, evaluated by Nix itself; `tests/deploy/nix` says what of nixpkgs is stood in for. */

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import type { Dependencies } from "../../nix/dependencies.ts";
import { evaluateNix, nixEnvironment } from "../../nix/evaluate.ts";
import { inFolder } from "../support/folder.ts";
import { projectFiles, readSource, root } from "../support/source_files.ts";
import { missing, must, testWhere } from "./support/command.ts";

const noNix = missing("nix-instantiate");

/** What is looked at of the flake. */
interface Flake {
  packages: Record<string, string[]>;
  apps: Record<string, string>;
  devShells: Record<string, string[]>;
  checks: Record<string, string[]>;
  overlays: string[];
  nixosModules: string[];
  nixConfig: Record<string, string[]>;
  hashes: Record<string, string>;
  made: Record<string, { pname: string; version: string; postPatch: string; src: string }>;
}

testWhere(noNix, "every Nix file can be parsed", async () => {
  await inFolder(async (folder) => {
    const env = new Map(Object.entries(nixEnvironment(folder)));
    for (const file of projectFiles().filter((name) => name.endsWith(".nix"))) {
      ok(await must("nix-instantiate", ["--parse", join(root, file)], env) !== "", file);
    }
  });
});

testWhere(noNix, "the flake has its packages, apps, overlay, module, shell and checks for both systems", async () => {
  const flake = await evaluateNix("flake.nix") as Flake;
  const systems = ["aarch64-linux", "x86_64-linux"];
  const packages = ["omw", "omw-full", "omw-js", "omw-options", "omw-rhai"];
  deepStrictEqual(flake.packages, Object.fromEntries(systems.map((system) => [system, ["default", ...packages]])));
  deepStrictEqual(flake.checks, Object.fromEntries(systems.map((system) => [system, [...packages, "service"]])));
  deepStrictEqual(flake.devShells, Object.fromEntries(systems.map((system) => [system, ["default"]])));
  deepStrictEqual(Object.keys(flake.apps).sort(), ["default", "omw", "omw-full", "omw-js", "omw-rhai"]);
  strictEqual(flake.apps.default, flake.apps.omw);
  deepStrictEqual([flake.nixosModules, flake.overlays], [["default", "omw"], ["default"]]);
  deepStrictEqual(Object.keys(flake.nixConfig), ["extra-substituters", "extra-trusted-public-keys"]);
});

testWhere(noNix, "each package is made of the sources with its variant's kinds", async () => {
  const { made, hashes } = await evaluateNix("flake.nix") as Flake;
  const { version }: { version: string } = JSON.parse(readSource("deno.json"));
  const files = new Set(projectFiles());
  for (const [name, variant] of [["omw", "default"], ["omw-rhai", "rhai"], ["omw-js", "js"], ["omw-full", "full"]] as const) {
    const { pname, version: found, postPatch } = made[name]!;
    deepStrictEqual([pname, found], [name, version]);
    const copied = [...postPatch.matchAll(/cp (\S+) (\S+)/g)].map(([, from = "", to = ""]) => [from, to]);
    const wanted = [[`tools/variants/${variant}.ts`, "src/engine/own_variant.ts"]];
    if (!["js", "full"].includes(variant)) wanted.push(["tools/variants/no_js_brain.ts", "src/brain/js.ts"]);
    deepStrictEqual(copied, wanted);
    for (const file of copied.flat()) ok(files.has(file), `${name} copies ${file}, which does not exist`);
  }
  const { hashes: written }: Dependencies = JSON.parse(readSource("nix/dependencies.json"));
  deepStrictEqual(hashes, written);
});
