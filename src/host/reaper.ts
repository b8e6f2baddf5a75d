/**
 * Kills what this process started when it dies itself, even by SIGKILL (design §3, "Orphans").
 *
 * One small `sh` holds a pipe from here and is told each process group; when the pipe ends, it kills those that are left. It runs in a
 * group of its own and ignores the terminal's signals, so that it outlives what it watches over.
 * @module
 */

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

/** The process groups that must not outlive this process. */
export class Reaper {
  #writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  #child: Deno.ChildProcess | undefined;
  readonly #encoder = new TextEncoder();

  /** Watches over a process group from now on; starts the shell at the first one. */
  add(group: number): void {
    if (this.#writer === undefined) this.#start(group);
    else this.#tell(this.#writer, `+${group}\n`);
  }

  /** The group is gone: its number may soon belong to somebody else. */
  remove(group: number): void {
    if (this.#writer !== undefined) this.#tell(this.#writer, `-${group}\n`);
  }

  /** Ends the shell; whatever is still open is killed. */
  async close(): Promise<void> {
    // Waiting for a child that does not count would let the process end in the middle.
    this.#child?.ref();
    await this.#writer?.close().catch(() => {});
    await this.#child?.status;
    this.#writer = undefined;
    this.#child = undefined;
  }

  /** The first group travels as an argument: a write would still be on its way if this process died at once. */
  #start(group: number): void {
    this.#child = new Deno.Command("/bin/sh", {
      args: ["-c", SCRIPT, "omw-reaper", String(group)],
      stdin: "piped",
      stdout: "null",
      stderr: "null",
      env: {},
      clearEnv: true,
      detached: true,
    }).spawn();
    this.#child.unref();
    this.#writer = this.#child.stdin.getWriter();
    this.#writer.closed.catch(() => {});
  }

  #tell(writer: WritableStreamDefaultWriter<Uint8Array>, line: string): void {
    // A shell that somebody killed leaves us without a net, not without work.
    writer.write(this.#encoder.encode(line)).catch(() => {});
  }
}

/** The one reaper of this process. */
export const reaper: Reaper = new Reaper();
