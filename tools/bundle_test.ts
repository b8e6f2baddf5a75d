import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../src/protocol/version.ts";
import { inFolder } from "../tests/support/folder.ts";
import { bundle } from "./bundle.ts";
import { gatherSources } from "./sources.ts";
import { launcherPermissions } from "./program.ts";

function run(folder: string, ...args: string[]): Promise<Deno.CommandOutput> {
  const flags = ["run", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--cached-only", "--no-prompt"];
  return new Deno.Command(Deno.execPath(), { args: [...flags, "--allow-all", "main.mjs", ...args], cwd: folder }).output();
}

Deno.test("bundles hold all that their variant needs and nothing of what it leaves out", async () => {
  await inFolder(async (work) => {
    const sources = join(work, "sources");
    await gatherSources(sources, Deno.execPath());
    const bare = await bundle({ variant: "default", folder: join(work, "default"), sources });
    const full = await bundle({ variant: "full", folder: join(work, "full"), sources });
    const names = (packages: { name: string }[]) => new Set(packages.map(({ name }) => name));
    // What js brains need: the parser of their sources, and the one that strips types.
    for (const name of ["acorn", "amaro"]) {
      deepStrictEqual([names(bare.packages).has(name), names(full.packages).has(name)], [false, true]);
    }
    const interpreter = "brains/rhai/interpreter.component";
    deepStrictEqual([bare.assets.includes(interpreter), full.assets.includes(interpreter)], [false, true]);
    for (const { name, version, license, notices } of full.packages) {
      match(version, /^\d+\.\d+\.\d+/);
      ok(license !== "NOASSERTION" && notices.length > 0, `${name} states no licence`);
    }
    const version = await run(bare.folder, "--version");
    strictEqual(new TextDecoder().decode(version.stdout), `${VERSION}\n`);
    const config = join(work, "omw.toml");
    await Deno.writeTextFile(join(work, "a.js"), "1");
    await Deno.writeTextFile(config, `[runtime.x]\nkind = "js"\n[[agents]]\nname = "a"\nruntime = "x"\nscript = "a.js"\n`);
    const refused = await run(bare.folder, "check", "--config", config);
    strictEqual(refused.code, 1);
    match(
      new TextDecoder().decode(refused.stderr),
      /runtime\.x.*unsupported runtime kind "js" \(registered: wasm\): .*omw-js-\w+-linux\.tar\.gz or omw-full-/,
    );
    for await (const { name } of Deno.readDir(bare.folder)) {
      if (!name.endsWith(".mjs")) continue;
      ok(
        !(await Deno.readTextFile(join(bare.folder, name))).includes(work),
        `${name} names a folder of the machine that built it`,
      );
    }
  });
});

Deno.test("the permissions that are compiled in are those of the launcher", async () => {
  deepStrictEqual(await launcherPermissions(), ["read", "write", "net", "env", "run", "ffi"].map((kind) => `--allow-${kind}`));
});
