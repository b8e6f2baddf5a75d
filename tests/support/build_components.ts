/**
 * Builds the components in `tests/data/components` anew. Runs as `deno task test-components`; needs the npm registry.
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
  const packed = (await Deno.open(output)).readable.pipeThrough(new CompressionStream("gzip"));
  await Deno.writeFile(`${folder}probe_${revision}.wasm.gz`, packed);
  await Deno.remove(output);
}
