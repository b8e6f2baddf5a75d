import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../tests/support/folder.ts";
import { omw } from "../../tests/support/omw.ts";
import { VERSION } from "../protocol/version.ts";

/** Where this Deno keeps packages, which would move with the cache folder. */
async function denoCache(): Promise<{ DENO_DIR: string }> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return { DENO_DIR: JSON.parse(new TextDecoder().decode(stdout)).denoDir };
}

Deno.test("omw self check says what this omw is and has", async () => {
  await inFolder(async (folder) => {
    const env = { XDG_CACHE_HOME: folder, DENO_CERT: "", DENO_TLS_CA_STORE: "", ...await denoCache() };
    const { code, stdout, stderr } = await omw(["self", "check", "--json"], { env });
    deepStrictEqual([code, stderr], [0, ""]);
    const { runtime, ...report } = JSON.parse(stdout);
    deepStrictEqual(report, {
      version: VERSION,
      variant: "source",
      target: `${Deno.build.arch}-${Deno.build.os}`,
      kinds: {
        provider: ["mock", "openai"],
        tooling: ["mcp", "mock"],
        runtime: ["js", "rhai", "wasm"],
        endpoint: ["mock", "openai"],
      },
      permissions: { read: true, write: true, net: true, env: true, run: true, sys: false, ffi: true, import: false },
      cache: { folder: join(folder, "omw"), fault: null },
      certificates: { fault: null },
      brain: { fault: null },
    });
    match(runtime.deno, /^\d+\.\d+\.\d+/);
  });
});

Deno.test("omw self check says in lines what is not in order", async () => {
  const env = { XDG_CACHE_HOME: "/dev/null", DENO_CERT: "/none.pem", ...await denoCache() };
  const { code, stdout } = await omw(["self", "check"], { env });
  strictEqual(code, 0);
  match(stdout, /^omw [\d.]+ \(source\) for \S+, on Deno [\d.]+\n/);
  match(stdout, /^cache: \/dev\/null\/omw \(.*is not used.*\)$/m);
  match(stdout, /^certificates: DENO_CERT names "\/none\.pem", which cannot be read/m);
  match(stdout, /^brain processes: start$/m);
});
