/**
 * Kills what this process started when it dies itself, even by SIGKILL (design §3, "Orphans").
 *
 * One small `sh` holds a pipe from here and is told each process group; when the pipe ends, it kills those that are left. It runs in a
 * group of its own and ignores the terminal's signals, so that it outlives what it watches over.
 * @module
 */

import { getLogger } from "../protocol/log.ts";
import { deadline } from "./deadline.ts";
import { faultText } from "./errors.ts";

const log = getLogger(["omw", "host"]);

/**
 * Reads `+ID` and `-ID` lines. The groups are kept in one space-separated list; a removal rebuilds it, which is linear in what is
 * open and needs no tool beyond the shell itself.
 */
const SCRIPT = `trap '' INT TERM HUP QUIT
open=$1
while read -r line; do
  id=\${line#?}
  case $line in
    +*) open="$open $id" ;;
    -*) rest=; for one in $open; do [ "$one" = "$id" ] || rest="$rest $one"; done; open=$rest ;;
  esac
done
for one in $open; do kill -KILL "-$one"; done 2>/dev/null
exit 0`;

/**
 * How long after the first group the shell is started, in ms. Starting a process stops this one for up to 10 ms (measured), which a short
 * `omw run` would feel and never need; within this time an orphan can only be a brain that loops already.
 */
const START_DELAY_MS = 250;

/** The process groups that must not outlive this process. */
export class Reaper {
  readonly #startDelayMs: number;
  readonly #groups = new Set<number>();
  #cancelStart: (() => void) | undefined;
  #writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  #child: Deno.ChildProcess | undefined;
  readonly #encoder = new TextEncoder();

  /** A reaper of nothing yet; the shell is started so many milliseconds after the first group. */
  constructor(startDelayMs: number = START_DELAY_MS) {
    this.#startDelayMs = startDelayMs;
  }

  /** Watches over a process group from now on. */
  add(group: number): void {
    this.#groups.add(group);
    if (this.#writer !== undefined) return this.#tell(this.#writer, `+${group}\n`);
    if (this.#cancelStart !== undefined) return;
    this.#cancelStart = deadline(this.#startDelayMs, () => this.#start());
  }

  /** The group is gone: its number may soon belong to somebody else. */
  remove(group: number): void {
    this.#groups.delete(group);
    if (this.#writer !== undefined) this.#tell(this.#writer, `-${group}\n`);
  }

  /** Ends the shell; whatever is still open is killed. */
  async close(): Promise<void> {
    this.#cancelStart?.();
    this.#cancelStart = undefined;
    if (this.#writer === undefined) this.#killAll();
    // Waiting for a child that does not count would let the process end in the middle.
    this.#child?.ref();
    await this.#writer?.close().catch(() => {});
    await this.#child?.status;
    this.#writer = undefined;
    this.#child = undefined;
    this.#groups.clear();
  }

  /** The first groups travel as an argument: a write would still be on its way if this process died at once. */
  #start(): void {
    this.#cancelStart = undefined;
    if (this.#groups.size === 0) return;
    try {
      this.#child = new Deno.Command("/bin/sh", {
        args: ["-c", SCRIPT, "omw-reaper", [...this.#groups].join(" ")],
        stdin: "piped",
        stdout: "null",
        stderr: "null",
        env: {},
        clearEnv: true,
        detached: true,
      }).spawn();
    } catch (error) {
      // Out of processes, say: the work goes on without the net, and the next group tries again.
      log.warn("cannot start the watch over orphaned processes", { error: faultText(error) });
      return;
    }
    this.#child.unref();
    this.#writer = this.#child.stdin.getWriter();
    this.#writer.closed.catch(() => {});
  }

  #killAll(): void {
    for (const group of this.#groups) {
      try {
        Deno.kill(-group, "SIGKILL");
      } catch {
        // It is gone already.
      }
    }
  }

  #tell(writer: WritableStreamDefaultWriter<Uint8Array>, line: string): void {
    // A shell that somebody killed leaves us without a net, not without work.
    writer.write(this.#encoder.encode(line)).catch(() => {});
  }
}

/** The one reaper of this process. */
export const reaper: Reaper = new Reaper();
