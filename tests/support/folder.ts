/**
 * Folders that a test has for itself.
 * @module
 */

/** Runs `body` with a new folder, which is removed afterwards. Its path has no symbolic link in it, so paths in messages match. */
export async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "omw-test-" }));
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
