/**
 * One file system watch for a set of folders.
 * @module
 */

/** What is being watched. */
export interface FolderWatch {
  /** The events of all folders; absent when there is no folder. */
  watch?: Deno.FsWatcher;
  /** The folders that could be watched. */
  watched: Set<string>;
  /** Whether a folder was left out because it did not exist any more. */
  vanished: boolean;
}

/**
 * Watches these folders, and `/` with them: Deno drops an event when what its path leads to is outside of all watched folders, which is
 * just what happens when a link is pointed elsewhere.
 *
 * A folder that may not be watched, `/` perhaps, does not cost the others. Answers which are watched, and whether one of those left out
 * merely vanished just now and should be looked up again.
 * @throws {Error} when none can be watched
 */
export function watchFolders(folders: ReadonlySet<string>): FolderWatch {
  if (folders.size === 0) return { watched: new Set(), vanished: false };
  const watched = new Set([...folders, "/"]);
  try {
    return { watch: Deno.watchFs([...watched], { recursive: false }), watched, vanished: false };
  } catch (error) {
    let vanished = false;
    for (const folder of watched) {
      try {
        Deno.watchFs(folder, { recursive: false }).close();
      } catch (reason) {
        vanished ||= reason instanceof Deno.errors.NotFound;
        watched.delete(folder);
      }
    }
    if (watched.size === 0 && !vanished) throw error;
    return { watch: watched.size === 0 ? undefined : Deno.watchFs([...watched], { recursive: false }), watched, vanished };
  }
}
