/**
 * How programs save a file: what a watcher sees of each is different.
 * @module
 */

/** Saves `content` as the file at `path`, which exists. */
export type Save = (path: string, content: string) => Promise<void>;

/** Writes over the old content: nano, `cp`, shell redirection. */
export async function inPlace(path: string, content: string): Promise<void> {
  await Deno.writeTextFile(path, content);
}

/** Writes a file beside it and renames that over the old one: most editors, `sed -i`. */
export async function renameOver(path: string, content: string): Promise<void> {
  await Deno.writeTextFile(`${path}.tmp~`, content);
  await Deno.rename(`${path}.tmp~`, path);
}

/** Moves the old one away as a backup, writes a new one, removes the backup: vim. */
export async function backupAndCreate(path: string, content: string): Promise<void> {
  await Deno.rename(path, `${path}~`);
  await Deno.writeTextFile(path, content);
  await Deno.remove(`${path}~`);
}

/** Removes the old one, and creates the new one a moment later: `git checkout`, deployment tools. */
export async function removeAndCreate(path: string, content: string): Promise<void> {
  await Deno.remove(path);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await Deno.writeTextFile(path, content);
}

/** Writes in place, in pieces with pauses between them: a copy over a slow network. */
export async function inPieces(path: string, content: string): Promise<void> {
  using file = await Deno.open(path, { write: true, truncate: true });
  const bytes = new TextEncoder().encode(content);
  const size = Math.ceil(bytes.length / 4);
  for (let at = 0; at < bytes.length; at += size) {
    await file.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

let versions = 0;

/** Puts the file into a new folder and points the link `..data` beside it there, at once: a mounted ConfigMap of Kubernetes. */
export async function swapData(path: string, content: string): Promise<void> {
  const at = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, at), path.slice(at + 1)];
  const version = `..v${++versions}`;
  await Deno.mkdir(`${folder}/${version}`);
  await Deno.writeTextFile(`${folder}/${version}/${name}`, content);
  await Deno.symlink(version, `${folder}/..data.next`);
  await Deno.rename(`${folder}/..data.next`, `${folder}/..data`);
}

/** Makes the file at `path` one that {@linkcode swapData} saves. */
export async function mountData(path: string, content: string): Promise<void> {
  await swapData(path, content);
  await Deno.remove(path).catch(() => {});
  await Deno.symlink(`..data/${path.slice(path.lastIndexOf("/") + 1)}`, path);
}
