/**
 * Small components as text, for what those of real toolchains never do.
 * @module
 */

/** The parts of a component that differ from a brain that ends at once without a message. */
export interface WatParts {
  /** What the component imports, and functions lowered from it; stands in the component before its module. */
  imports?: string;
  /** What the module imports; first in the module. */
  coreImports?: string;
  /** What the module is instantiated with: `(with "x" (instance …))`. */
  with?: string;
  /** Further members of the module. */
  members?: string;
  /** The largest size of its memory, in pages of 64 KiB. */
  maxPages?: number;
  /**
   * The instructions of `run`, which leave the address of its result: 32 is ok without a message, 48 is ok with the text "done",
   * 64 is the error "oops".
   */
  run?: string;
  /** The instructions of `check`; as of `run`. */
  check?: string;
  /** The functions that the `runtime` instance exports. */
  exports?: readonly string[];
  /** The instance's name. */
  exportName?: string;
}

/** A component with the world's `runtime` export. */
export function watComponent(parts: WatParts): string {
  const { imports = "", coreImports = "", with: instances = "", members = "", maxPages = 1, run = "i32.const 32" } = parts;
  const { check = "i32.const 32", exports = ["kind", "run", "check"], exportName = "omw:omw/runtime" } = parts;
  const options = `(memory (core memory $i "memory")) (realloc (core func $i "realloc"))`;
  return `(component
  ${imports}
  (core module $m
    ${coreImports}
    (memory (export "memory") 1 ${maxPages})
    (global $top (mut i32) (i32.const 4096))
    (func (export "realloc") (param i32 i32 i32 i32) (result i32)
      global.get $top
      global.get $top local.get 3 i32.add i32.const 7 i32.add i32.const -8 i32.and global.set $top)
    (func (export "kind") (result i32) i32.const 16)
    (func $run (export "run") (param i32 i32) (result i32) ${run})
    (func (export "check") (param i32 i32) (result i32) ${check})
    ${members}
    (data (i32.const 16) "\\80\\00\\00\\00\\04\\00\\00\\00")
    (data (i32.const 48) "\\00\\00\\00\\00\\01\\00\\00\\00\\84\\00\\00\\00\\04\\00\\00\\00")
    (data (i32.const 64) "\\01\\00\\00\\00\\88\\00\\00\\00\\04\\00\\00\\00")
    (data (i32.const 128) "wasmdoneoops"))
  (core instance $i (instantiate $m ${instances}))
  (func $kind (result string) (canon lift (core func $i "kind") ${options}))
  (func $run (param "script" string) (result (result (option string) (error string)))
    (canon lift (core func $i "run") ${options}))
  (func $check (param "script" string) (result (result (error string)))
    (canon lift (core func $i "check") ${options}))
  (instance $runtime ${exports.map((name) => `(export "${name}" (func $${name}))`).join(" ")})
  (export "${exportName}" (instance $runtime)))`;
}

/** What makes a component import one function without parameters and hand it to its module as `$imported`. */
export function watImport(face: string, name: string, result = ""): Pick<WatParts, "imports" | "coreImports" | "with"> {
  return {
    imports: `(import "${face}" (instance $face (export "${name}" (func ${result}))))
  (core func $imported (canon lower (func $face "${name}")))`,
    coreImports: `(import "face" "${name}" (func $imported ${result === "" ? "" : "(result i64)"}))`,
    with: `(with "face" (instance (export "${name}" (func $imported))))`,
  };
}
