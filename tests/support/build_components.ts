/**
 * Builds the components in `tests/data/components` anew. Runs as `deno task test-components`; needs the npm registry, and for the guest of
 * the broker's tests rustup with the target wasm32-wasip2.
 * @module
 */

const folder = new URL("../data/components/", import.meta.url).pathname;

/** The toolchain, pinned: its output is committed. */
const TOOLCHAIN = "npm:componentize-qjs@0.4.5";

for (const revision of ["c", "e"]) {
  const output = await Deno.makeTempFile({ suffix: ".wasm" });
  const input = ["--wit", `${folder}${revision}/omw.wit`, "--world", "omw", "--js", `${folder}probe.js`];
  // `--sync` because omw runs brains as plain sequential programs; `--opt-size` because the result is committed.
  const args = [
    "run",
    "--no-config",
    "--no-lock",
    "--allow-all",
    TOOLCHAIN,
    ...input,
    "--sync",
    "--opt-size",
    "--output",
    output,
  ];
  const { success } = await new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "inherit" }).output();
  if (!success) Deno.exit(1);
  await pack(output, `probe_${revision}`);
  await Deno.remove(output);
}

/** The Rust toolchain, pinned as well: `rustup target add --toolchain 1.95.0 wasm32-wasip2`. */
const RUST = "+1.95.0";

const target = await Deno.makeTempDir();
const { success } = await new Deno.Command("cargo", {
  args: [RUST, "build", "--release", "--locked", "--target", "wasm32-wasip2"],
  cwd: `${folder}guest`,
  // Paths of this machine stay out of what is committed.
  env: { CARGO_TARGET_DIR: target, RUSTFLAGS: `--remap-path-prefix=${Deno.env.get("HOME") ?? "/"}=/home` },
  stdout: "null",
  stderr: "inherit",
}).output();
if (!success) Deno.exit(1);
await pack(`${target}/wasm32-wasip2/release/omw_wasi_guest.wasm`, "wasi_guest");
await Deno.remove(target, { recursive: true });

async function pack(path: string, name: string): Promise<void> {
  const packed = (await Deno.open(path)).readable.pipeThrough(new CompressionStream("gzip"));
  await Deno.writeFile(`${folder}${name}.wasm.gz`, packed);
}
