/**
 * How a brain process is started (design §2, §4): this program once more, with no permission, no environment to speak of, a cap on its
 * memory, in a process group of its own.
 * @module
 */

/**
 * The executable, taken once at start: after it was replaced on disk (an upgrade), asking again names a deleted file (design §7).
 */
const executable = Deno.execPath();

/** Where a brain process starts when it runs from source. */
const entry = new URL("../brain/entry.ts", import.meta.url).href;

/**
 * What a process takes of `ulimit -d` before any brain, in KiB, and per MB of the cap (measured: V8 reserves address space ahead, and does
 * not start below this).
 */
const BASE_KIB = 545_000;
const KIB_PER_MB = 1_000;

/**
 * The shell sets the limit and is replaced by the program. V8's own limit does not count buffers, and no flag for a single child works in
 * a compiled binary; `ulimit -d` does both. A shell that refuses the limit (a lower hard one is set) goes on under that one.
 */
const SHELL = `ulimit -d "$1" 2>/dev/null; shift; exec "$@"`;

/** A command line and an environment. */
export interface BrainCommand {
  /** The program to start. */
  command: string;
  /** Its arguments. */
  args: string[];
  /** Its whole environment. */
  env: Record<string, string>;
}

/** How a brain process with a memory cap of `capMb` megabytes is started. */
export function brainCommand(capMb: number): BrainCommand {
  const program = Deno.build.standalone ? [executable, "__brain"] : [
    executable,
    "run",
    "--no-prompt",
    "--no-config",
    "--no-lock",
    "--no-npm",
    "--no-remote",
    "--cached-only",
    `--v8-flags=--max-old-space-size=${capMb}`,
    entry,
  ];
  return {
    command: "/bin/sh",
    args: ["-c", SHELL, "omw-brain", String(BASE_KIB + KIB_PER_MB * capMb), ...program],
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...cacheFolder() },
  };
}

/** Where Deno keeps the transpiled source; without it every start would transpile anew. A compiled program needs none. */
function cacheFolder(): { DENO_DIR?: string } {
  if (Deno.build.standalone) return {};
  const explicit = Deno.env.get("DENO_DIR");
  if (explicit) return { DENO_DIR: explicit };
  const cache = Deno.env.get("XDG_CACHE_HOME") || (Deno.env.get("HOME") ? `${Deno.env.get("HOME")}/.cache` : undefined);
  return cache ? { DENO_DIR: `${cache}/deno` } : {};
}
