/**
 * Builds the Rust brains in `tests/data/components/rust` anew. Runs as `deno task test-guests`.
 *
 * It takes Rust 1.96 with the sources of its standard library and `wasm-ld`; on Debian: `rustc-web cargo-web rust-web-src lld-19`. Set
 * `CARGO` to another cargo, `CARGO_TARGET_DIR` to another folder for what it builds.
 * @module
 */

import { fileURLToPath } from "node:url";
import { componentNew } from "@bytecodealliance/jco-transpile/wasm-tools";

const folder = fileURLToPath(new URL("../data/components/rust/", import.meta.url));
const target = Deno.env.get("CARGO_TARGET_DIR") ?? `${folder}target`;

/** The guests: three on published SDKs, one for each shape of the contract, and one on this repository's. */
export const GUESTS: readonly string[] = ["sdk_0_1_2", "sdk_0_1_3", "sdk_0_1_6", "sdk_own"];

/** Builds one guest's core module: its bytes. The process ends when that fails. */
async function build(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { success } = await new Deno.Command(Deno.env.get("CARGO") ?? "/usr/bin/cargo", {
    args: ["build", "--release", "--locked"],
    cwd: `${folder}${name}`,
    env: {
      CARGO_TARGET_DIR: target,
      // `build-std` and `trim-paths` are not in stable Rust yet.
      RUSTC_BOOTSTRAP: "1",
      // A dependency takes a random seed at build time otherwise.
      CONST_RANDOM_SEED: "1",
      PATH: `/usr/bin:${Deno.env.get("PATH")}`,
    },
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  if (!success) Deno.exit(1);
  return await Deno.readFile(`${target}/wasm32-unknown-unknown/release/${name}.wasm`);
}

if (import.meta.main) {
  for (const name of GUESTS) {
    const component = await componentNew(await build(name), []);
    const packed = new Blob([new Uint8Array(component)]).stream().pipeThrough(new CompressionStream("gzip"));
    await Deno.writeFile(`${folder}../${name}.wasm.gz`, packed);
  }
}
