/**
 * A child process with everything that it starts.
 *
 * Launchers such as `npx` and `sh -c` leave grandchildren behind when only they are killed. So the child is started as the leader of
 * a process group of its own, and the group is what gets signalled.
 * @module
 */

import process from "node:process";
import { pause, settlesWithin } from "./abortable.ts";
import { reaper } from "../host/reaper.ts";

/** How long a child may take to end by itself after its input was closed, in ms. The MCP client package allows as much. */
const INPUT_CLOSED_GRACE_MS = 2_000;
/** How long it may take after SIGTERM, in ms. */
const TERM_GRACE_MS = 2_000;
/** How long what is left of the group may take after SIGTERM once the leader is gone and nobody holds its pipes, in ms. */
const REST_GRACE_MS = 200;
/** How long to wait for the leader after SIGKILL, in ms: an uninterruptible process must not hold up a shutdown. */
const KILL_GRACE_MS = 1_000;
/** How often to look whether a group is empty, in ms. */
const LOOK_MS = 10;

/** What to start. */
export interface GroupCommand {
  /** The program: a path, or a name that is looked up in the environment's `PATH`. */
  command: string;
  /** Its arguments. */
  args: string[];
  /** Its whole environment: nothing is inherited. */
  env: Record<string, string>;
  /** Its working folder; the host's own when absent. */
  cwd?: string;
}

/** A running group. */
export class ProcessGroup {
  /** The leader's process id, which is the group's. */
  readonly pid: number;
  /** The leader's output. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** The leader's error output. */
  readonly stderr: ReadableStream<Uint8Array>;
  /** How the leader ended. */
  readonly status: Promise<Deno.CommandStatus>;
  readonly #leader: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  #drained: Promise<unknown> = Promise.resolve();
  #termination: Promise<void> | undefined;

  /**
   * Starts a program.
   * @throws {Deno.errors.NotFound} and other errors of `Deno.Command` when it cannot be started
   */
  constructor(spec: GroupCommand) {
    const child = new Deno.Command(spec.command, {
      args: spec.args,
      env: spec.env,
      clearEnv: true,
      cwd: spec.cwd,
      detached: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#leader = child;
    this.pid = child.pid;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    this.status = child.status;
    this.#input = child.stdin.getWriter();
    // A child that dies closes the pipe under the writer; the writes themselves report that.
    this.#input.closed.catch(() => {});
    reaper.add(this.pid);
  }

  /** Tells the group what reads its pipes: when those readers are done, no member holds the pipes any more. */
  set drained(readers: Promise<unknown>) {
    this.#drained = readers;
  }

  /**
   * Writes to the leader's input; resolves when the pipe took the bytes.
   * @throws when the leader closed its input
   */
  write(bytes: Uint8Array): Promise<void> {
    return this.#input.write(bytes);
  }

  /**
   * Ends the group: closes the leader's input, then SIGTERM, then SIGKILL, each after its grace. Resolves when it is gone; at most
   * about five seconds. The same promise for every caller.
   */
  terminate(): Promise<void> {
    return this.#termination ??= this.#terminate().finally(() => reaper.remove(this.pid));
  }

  async #terminate(): Promise<void> {
    // Not awaited: a child that does not read would keep the pipe full and the close waiting.
    this.#input.close().catch(() => {});
    if (!await settlesWithin(this.status, INPUT_CLOSED_GRACE_MS)) {
      this.#signal("SIGTERM");
      if (!await settlesWithin(this.status, TERM_GRACE_MS)) {
        this.#signal("SIGKILL");
        await settlesWithin(this.status, KILL_GRACE_MS);
        return;
      }
    }
    await this.#endRest();
  }

  /** Ends what the leader left behind. */
  async #endRest(): Promise<void> {
    if (!this.#signal("SIGTERM")) return;
    const limit = Date.now() + TERM_GRACE_MS;
    if (await settlesWithin(Promise.race([this.#drained, this.#emptied(limit)]), TERM_GRACE_MS)) {
      // Under an init that reaps late (many containers) the dead stay members of the group; so after the pipes closed the wait is short.
      await this.#emptied(Math.min(limit, Date.now() + REST_GRACE_MS));
    }
    this.#signal("SIGKILL");
  }

  /** Waits until the group has no member, or until `limit` (ms since the epoch). */
  async #emptied(limit: number): Promise<void> {
    while (this.#alive() && Date.now() < limit) await pause(LOOK_MS);
  }

  #alive(): boolean {
    try {
      process.kill(-this.pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  /** Signals every member; false when there is none. */
  #signal(signal: Deno.Signal): boolean {
    try {
      Deno.kill(-this.pid, signal);
      return true;
    } catch (error) {
      // Signalling a group takes run permission for everything; with less, the leader alone can be reached.
      if (error instanceof Deno.errors.NotCapable) return this.#signalLeader(signal);
      // ESRCH: the group is empty, which is what the caller wants.
      return false;
    }
  }

  #signalLeader(signal: Deno.Signal): boolean {
    try {
      this.#leader.kill(signal);
      return true;
    } catch {
      return false;
    }
  }
}
