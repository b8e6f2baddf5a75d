/**
 * A host with a single agent in this process, for rows about brains.
 * @module
 */

import { loadConfig } from "../../src/config/mod.ts";
import { Host, Registries } from "../../src/engine/mod.ts";
import type { Inbox } from "../../src/host/mod.ts";
import { Workspace } from "../support/workspace.ts";

/** The handle of what the rows put into the inbox. */
export const ID = "00000000-0000-4000-8000-000000000000";

/** The agent and its host. */
export class LoneAgent implements AsyncDisposable {
  readonly #host: Host;
  readonly #dir: Workspace;

  private constructor(host: Host, dir: Workspace) {
    this.#host = host;
    this.#dir = dir;
  }

  /** An agent on this script; `runtime` are the keys of its runtime entry, `more` is what else is in the config. */
  static async with(script: string, runtime: string, more = ""): Promise<LoneAgent> {
    const dir = await Workspace.with({
      "omw.toml": `${more}\n[runtime.r]\n${runtime}\n[[agents]]\nname = "a"\nruntime = "r"\nscript = "brain"\n`,
      "brain": script,
    });
    const loaded = await loadConfig({ path: dir.path("omw.toml"), env: {}, cwd: dir.dir });
    return new LoneAgent(await Host.build(loaded, Registries.builtin(), { watch: false }), dir);
  }

  /** Its inbox. */
  get inbox(): Inbox {
    return this.#supervisor.agent.inbox;
  }

  /** Runs the brain: its terminal message. @throws when it ends without one */
  async run(): Promise<string> {
    const end = await this.#supervisor.once();
    if (end.kind !== "exited") throw new Error(`the brain was to exit with a message, it ${end.kind}`);
    return end.message;
  }

  /** Resolves when the brain that runs has taken a first event, which shows that it is up. */
  async up(): Promise<void> {
    this.inbox.put(ID, { kind: "timer" });
    while (this.inbox.size > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  /** Closes the host. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host.close();
    await this.#dir[Symbol.asyncDispose]();
  }

  get #supervisor() {
    return this.#host.supervisors.get("a")!;
  }
}
