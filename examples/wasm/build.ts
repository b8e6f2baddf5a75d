/**
 * Builds the wasm brains of the examples anew. Runs as `deno task examples-wasm`. Needs a Rust compiler with the sources of its standard
 * library and LLVM's linker (Debian: `rustc-web cargo-web rust-web-src lld-19`) and the crates registry. The components are committed,
 * so running and testing the examples needs none of these.
 * @module
 */

import { componentNew } from "@bytecodealliance/jco-transpile/wasm-tools";
import { join } from "node:path";
import { caseNames, examples } from "../cases.ts";
import { type Built, componentHash, sourcesHash } from "./sources.ts";

const folder = join(examples, "wasm");
const target = Deno.env.get("CARGO_TARGET_DIR") ?? await Deno.makeTempDir({ prefix: "omw-examples-" });
// Building the standard library for a target needs the first; the second keeps hash seeds from differing between builds.
const env = { CARGO_TARGET_DIR: target, RUSTC_BOOTSTRAP: "1", CONST_RANDOM_SEED: "1" };

await run("cargo", "build", "--release", "--locked", "--examples");
for (const name of caseNames()) {
  // Cargo names a library's file by its crate: letters, digits and underscores.
  const core = join(target, "wasm32-unknown-unknown/release/examples", `${name.replaceAll("-", "_")}.wasm`);
  await Deno.writeFile(join(examples, name, "wasm/brain.wasm"), await componentNew(await Deno.readFile(core)));
}
const built: Built = {
  sources: sourcesHash(),
  rustc: (await run("rustc", "--version")).trim(),
  components: Object.fromEntries(caseNames().map((name) => [name, componentHash(name)])),
};
await Deno.writeTextFile(join(folder, "built.json"), `${JSON.stringify(built, null, 2)}\n`);

async function run(command: string, ...args: string[]): Promise<string> {
  const { success, stdout } = await new Deno.Command(command, { args, cwd: folder, env, stderr: "inherit" }).output();
  if (!success) throw new Error(`${command} ${args.join(" ")} failed`);
  return new TextDecoder().decode(stdout);
}
