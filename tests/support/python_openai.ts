/**
 * Python with OpenAI's official client, for tests that talk to the endpoint with it.
 * @module
 */

import { join } from "node:path";

/** The client's version; one that is pinned can be kept for the next run. */
const VERSION = "3.57.0";

/** How to start Python, or why it can't be had. */
export type PythonOpenai = { command: string; env: Record<string, string> } | { missing: string };

/**
 * Finds a Python that can import `openai`. The one named by `OMW_TEST_PYTHON` or `python3` may have it; else it is installed once
 * into the user's cache folder (about 20 s and 60 MB).
 */
export async function pythonOpenai(): Promise<PythonOpenai> {
  const command = Deno.env.get("OMW_TEST_PYTHON") ?? "python3";
  if (await succeeds(command, ["-c", "import openai"], {})) return { command, env: {} };
  const home = Deno.env.get("XDG_CACHE_HOME") ?? join(Deno.env.get("HOME") ?? ".", ".cache");
  const folder = join(home, "omw-tests", `python-openai-${VERSION}`);
  const env = { PYTHONPATH: folder };
  if (await succeeds(command, ["-c", "import openai"], env)) return { command, env };
  await Deno.mkdir(join(home, "omw-tests"), { recursive: true });
  const fresh = await Deno.makeTempDir({ dir: join(home, "omw-tests") });
  const pip = ["-m", "pip", "install", "--quiet", "--retries", "1", "--timeout", "10", "--target", fresh, `openai==${VERSION}`];
  const installed = await succeeds(command, pip, {});
  // Whoever is first wins; a run at the same time installed the same.
  if (installed) await Deno.rename(fresh, folder).catch(() => {});
  await Deno.remove(fresh, { recursive: true }).catch(() => {});
  if (await succeeds(command, ["-c", "import openai"], env)) return { command, env };
  return {
    missing: `${command} has no package openai and pip could not install it; OMW_TEST_PYTHON can name a Python that has it`,
  };
}

async function succeeds(command: string, args: string[], env: Record<string, string>): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(command, { args, env, stdin: "null", stdout: "null", stderr: "null" }).output();
    return success;
  } catch {
    return false;
  }
}
