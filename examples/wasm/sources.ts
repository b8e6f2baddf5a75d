/**
 * What the committed components were built from, as one hash: so a test can tell without a Rust toolchain that they are not stale.
 * @module
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { caseNames, examples } from "../cases.ts";

/** What a component consists of beside its `brain.rs`. */
const shared = ["Cargo.toml", "Cargo.lock", ".cargo/config.toml", "src/lib.rs", "wit/omw.wit"];

/** What was built, as `built.json` has it. */
export interface Built {
  /** The hash of the sources. */
  sources: string;
  /** The compiler's version. */
  rustc: string;
  /** The hash of each component, by case. */
  components: Record<string, string>;
}

/** The SHA-256 of all sources, each under its name. */
export function sourcesHash(): string {
  const hash = createHash("sha256");
  const files = [...shared.map((name) => join("wasm", name)), ...caseNames().map((name) => join(name, "wasm/brain.rs"))];
  for (const file of files) {
    const bytes = Deno.readFileSync(join(examples, file));
    hash.update(`${file} ${bytes.byteLength}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/** The SHA-256 of a case's component. */
export function componentHash(name: string): string {
  return createHash("sha256").update(Deno.readFileSync(join(examples, name, "wasm/brain.wasm"))).digest("hex");
}
