/**
 * Builds the rhai interpreter: Rust to a core module, optimised, wrapped as a component, and transpiled ahead of time, so that a start
 * of omw does none of it. Runs as `deno task build-rhai`; writes the files that `sources.ts` names, which are committed.
 *
 * Needs Rust 1.96.0 with its sources and LLVM's linker: Debian's packages rustc-web, cargo-web, rust-web-src and lld-19 have all of it.
 * @module
 */

import { componentNew } from "@bytecodealliance/jco-transpile/wasm-tools";
import binaryen from "binaryen";
import { TRANSPILER_VERSION } from "../../src/runtime/component_cache.ts";
import { placeCores } from "../../src/runtime/core_places.ts";
import { Transpiler } from "../../src/runtime/transpile.ts";
import { encodeParts, sha256 } from "../../src/runtime/transpiled.ts";
import { leanGlue } from "./lean_glue.ts";
import { type BuildRecord, COMPONENT, folder, hashOfSources, OPTIMISER, RECORD, TRANSPILED } from "./sources.ts";

/** The compiler; its standard library is built along, so another version gives another component. */
const RUST = "1.96.0";

const LINKER = "wasm-ld-19";

const CORE = "wasm32-unknown-unknown/release/omw_rhai.wasm";

/** What the module may use: all of it has been in every engine since 2021. */
const features = binaryen.Features;
const FEATURES = features.MutableGlobals | features.NontrappingFPToInt | features.SignExt | features.BulkMemory |
  features.ReferenceTypes | features.Multivalue | features.BulkMemoryOpt | features.CallIndirectOverlong;

await build();

async function build(): Promise<void> {
  const cargo = await findCargo();
  const target = Deno.env.get("CARGO_TARGET_DIR") ?? `${folder}target`;
  // The bootstrap flag allows building the standard library; the seed makes the hashes of names the same in every build.
  const env = {
    RUSTC_BOOTSTRAP: "1",
    CONST_RANDOM_SEED: "omw",
    CARGO_TARGET_DIR: target,
    PATH: `${cargo.folder}:${Deno.env.get("PATH")}`,
  };
  await run(`${cargo.folder}/cargo`, ["build", "--release", "--locked"], env);
  const core = optimised(await Deno.readFile(`${target}/${CORE}`));
  const component = new Uint8Array(await componentNew(core, []));
  checkPaths(component);
  const transpiled = await transpile(component);
  const record: BuildRecord = {
    sources: hashOfSources(),
    component: await sha256(component),
    transpiled: await sha256(transpiled),
    tools: {
      rust: RUST,
      linker: (await run(LINKER, ["--version"], {})).trim(),
      [OPTIMISER]: versionOf(OPTIMISER),
      "jco-transpile": TRANSPILER_VERSION,
    },
  };
  await Deno.writeFile(folder + COMPONENT, component);
  await Deno.writeFile(folder + TRANSPILED, transpiled);
  await Deno.writeTextFile(folder + RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

/** The first cargo on the PATH of the wanted version: rustup's may stand before Debian's. */
async function findCargo(): Promise<{ folder: string }> {
  const found: string[] = [];
  for (const place of (Deno.env.get("PATH") ?? "").split(":")) {
    const version = await run(`${place}/cargo`, ["--version"], {}).catch(() => undefined);
    if (version?.startsWith(`cargo ${RUST} `)) return { folder: place };
    if (version !== undefined) found.push(`${place}/cargo is ${version.trim()}`);
  }
  const told = found.length === 0 ? "there is no cargo on the PATH" : found.join(", ");
  throw new Error(`Rust ${RUST} is needed; ${told}: install Debian's rustc-web, cargo-web, rust-web-src and lld-19`);
}

/** Runs a program and answers what it wrote to its standard output. */
async function run(program: string, args: string[], env: Record<string, string>): Promise<string> {
  const command = new Deno.Command(program, { args, env, cwd: folder, stdout: "piped", stderr: "inherit" });
  const { success, stdout } = await command.output();
  if (!success) throw new Error(`${program} ${args.join(" ")} failed`);
  return new TextDecoder().decode(stdout);
}

/** The module as fast as the optimiser makes it; its custom sections, which describe the component, are kept. */
function optimised(core: Uint8Array): Uint8Array {
  const module = binaryen.readBinary(core);
  module.setFeatures(FEATURES);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(1);
  module.optimize();
  return module.emitBinary();
}

/** What is committed must not tell where it was built. */
function checkPaths(component: Uint8Array): void {
  const text = new TextDecoder("latin1").decode(component);
  for (const path of [folder, Deno.env.get("HOME"), Deno.env.get("CARGO_HOME")]) {
    if (path !== undefined && path.length > 1 && text.includes(path)) throw new Error(`the component holds the path ${path}`);
  }
}

/** The transpiled form: a head that says where in the component its core modules lie, and the glue. */
async function transpile(component: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { glue, cores, imports, shapes } = await new Transpiler().transpile(
    "interpreter.wasm",
    component,
    new AbortController().signal,
  );
  const lean = new TextEncoder().encode(leanGlue(new TextDecoder().decode(glue)));
  const { places, rest } = placeCores(component, cores);
  if (rest.size > 0) throw new Error(`the component does not hold ${[...rest.keys()]} as they are`);
  const head = { id: await sha256(component, lean), imports, shapes, cores: places };
  return await new Blob(encodeParts({ head, parts: new Map([["glue", lean]]) })).bytes();
}

function versionOf(name: string): string {
  const { imports } = JSON.parse(Deno.readTextFileSync(new URL("../../deno.json", import.meta.url))) as {
    imports: Record<string, string>;
  };
  return imports[name]!.slice(imports[name]!.lastIndexOf("@") + 1);
}
