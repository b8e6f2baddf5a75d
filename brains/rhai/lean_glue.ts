/**
 * The transpiler's glue without its bookkeeping of asynchronous tasks.
 *
 * jco's glue keeps, for each call of an import, two task objects with promises and abort controllers, as asynchronous components need
 * them. The interpreter is synchronous throughout: a call of the host returns before anything else happens in the instance. Without the
 * bookkeeping a received event takes little more than half the time (measured in one run: 33 µs with it, 19 µs without).
 *
 * This takes out known pieces of the text that jco-transpile 0.15.0 writes, and counts: a glue of any other form is refused. What is
 * left is checked by the oracle (`tests/oracle/`), which runs on it.
 * @module
 */

/** A piece of an import's function: what it looks like, what takes its place, and how many there have to be. */
interface Piece {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
  /** Of how many pieces: one for each import, or one for each import that cannot fail. */
  readonly count: "every" | "infallible";
}

const PIECES: readonly Piece[] = [
  {
    name: "the making of a task",
    pattern: /^ +const hostProvided = true;\n[^]*?\n +const started = task\.enterSync\(\);\n/gm,
    instead: "",
    count: "every",
  },
  {
    name: "the call within its task",
    pattern:
      /_withGlobalCurrentTaskMeta\(\{\s*componentIdx: task\.componentIdx\(\),\s*taskID: task\.id\(\),\s*fn: \(\) => _trackHostOperation\(\(\) => ([^]*?)\),\s*\}\)\s*;/g,
    instead: "$1;",
    count: "every",
  },
  {
    name: "the failure of a task",
    pattern: / +_debugLog\('\[Instruction::CallInterface\] error during sync call', \{[^;]*\}\);\n/g,
    instead: "",
    count: "infallible",
  },
  {
    name: "the rejection of a task",
    pattern: /^ +task\.setErrored\(err\);\n +task\.reject\(err\);\n +task\.exit\(\);\n/gm,
    instead: "",
    count: "infallible",
  },
  {
    name: "the end of a task",
    pattern: /^ +_debugLog\('[^']*\[Instruction::Return\]', \{[^;]*\}\);\n +task\.resolve\(.*\);\n +task\.exit\(\);\n/gm,
    instead: "",
    count: "every",
  },
];

const IMPORT = /^ {2}const (_trampoline\d+) = function\([^]*?^ {2}\1\.fnName = .*;$/gm;
const LOWERED = /^ {2}let (trampoline\d+) = _\1\.manuallyAsync \?[^]*?^ {2}\);$/gm;

/**
 * The lean form of a glue.
 * @throws {Error} when the glue is not of the form that is known
 */
export function leanGlue(glue: string): string {
  const imports = glue.match(IMPORT) ?? [];
  const infallible = imports.filter((text) => text.includes("error during sync call")).length;
  const lean = glue.replace(
    IMPORT,
    (text) => PIECES.reduce((rest, { pattern, instead }) => rest.replace(pattern, instead), text),
  );
  for (const { name, pattern, count } of PIECES) {
    const found = imports.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
    const wanted = count === "every" ? imports.length : infallible;
    if (found !== wanted) throw new Error(`the transpiler's glue has changed: of "${name}" there are ${found}, wanted ${wanted}`);
  }
  const left = lean.match(IMPORT)?.find((text) => /\b(?:task|subtask|createTask)\b/.test(text));
  if (left !== undefined) throw new Error(`the transpiler's glue has changed: tasks are left in ${left.slice(0, 40)}`);
  const lowered = lean.match(LOWERED)?.length;
  if (lowered !== imports.length) {
    throw new Error(`the transpiler's glue has changed: ${lowered} of ${imports.length} are lowered`);
  }
  return withShortTexts(lean.replace(LOWERED, "  const $1 = _$1;"));
}

const AFTER_ALLOCATION =
  /^ {4}const ptr = realloc\(0, 0, 1, len\);\n(?= {4}const \{ read, written \} = TEXT_ENCODER_UTF8\.encodeInto\()/m;

/** Most texts are short and plain, and written byte by byte they need no way out of the component's world to the encoder. */
const SHORT_TEXT = `    const ptr = realloc(0, 0, 1, len);
    if (len === s.length && len <= 64) {
      const bytes = byteView(memory);
      for (let i = 0; i < len; i++) bytes[ptr + i] = s.charCodeAt(i);
      return { ptr, len };
    }
`;

const VIEW = "  const dataView = mem => dv.buffer === mem.buffer ? dv : dv = new DataView(mem.buffer);\n";

const BYTE_VIEW = `  let bytesOfMemory = new Uint8Array();
  const byteView = mem => bytesOfMemory.buffer === mem.buffer ? bytesOfMemory : bytesOfMemory = new Uint8Array(mem.buffer);
`;

function withShortTexts(glue: string): string {
  if (!AFTER_ALLOCATION.test(glue) || !glue.includes(VIEW)) {
    throw new Error("the transpiler's glue has changed: it encodes texts in another way");
  }
  return glue.replace(VIEW, VIEW + BYTE_VIEW).replace(AFTER_ALLOCATION, SHORT_TEXT);
}
