/**
 * A folder of a test's own.
 * @module
 */

import { dirname } from "node:path";

/** A folder with files, gone at the end. */
export class Workspace implements AsyncDisposable {
  /** Its path. */
  readonly dir: string;

  private constructor(dir: string) {
    this.dir = dir;
  }

  /** A new folder with these files. */
  static async with(files: Record<string, string | Uint8Array>): Promise<Workspace> {
    const workspace = new Workspace(await Deno.makeTempDir({ prefix: "omw-test-" }));
    for (const [name, content] of Object.entries(files)) await workspace.write(name, content);
    return workspace;
  }

  /** Writes a file in place. */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    await Deno.mkdir(dirname(this.path(name)), { recursive: true });
    await Deno.writeFile(this.path(name), typeof content === "string" ? new TextEncoder().encode(content) : content);
  }

  /** The absolute path of a file in it. */
  path(name: string): string {
    return `${this.dir}/${name}`;
  }

  /** Removes it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.dir, { recursive: true });
  }
}
