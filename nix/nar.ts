/**
 * The hash that Nix gives a file or a folder: the SHA-256 of its serialization as a Nix archive (NAR), which has names, contents, the
 * executable bit and the targets of links, and neither owners nor times. Format: Dolstra, "The Purely Functional Software Deployment
 * Model" (2006), figure 5.2.
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash, type Hash } from "node:crypto";

const PADDING = new Uint8Array(8);

/**
 * The hash of what is at the path, in the form that `outputHash` takes: `sha256-` and base64.
 * @throws {Error} for what is neither a file, a folder nor a link, and when something cannot be read
 */
export async function narHash(path: string): Promise<string> {
  const hash = createHash("sha256");
  text(hash, "nix-archive-1");
  await node(hash, path);
  return `sha256-${hash.digest("base64")}`;
}

async function node(hash: Hash, path: string): Promise<void> {
  const info = await Deno.lstat(path);
  text(hash, "(", "type");
  if (info.isSymlink) text(hash, "symlink", "target", await Deno.readLink(path));
  else if (info.isDirectory) await folder(hash, path);
  else if (info.isFile) await file(hash, path, ((info.mode ?? 0) & 0o100) !== 0);
  else throw new Error(`"${path}" is neither a file, a folder nor a link, so it cannot be in a Nix archive`);
  text(hash, ")");
}

async function file(hash: Hash, path: string, executable: boolean): Promise<void> {
  text(hash, "regular");
  if (executable) text(hash, "executable", "");
  text(hash, "contents");
  bytes(hash, await Deno.readFile(path));
}

async function folder(hash: Hash, path: string): Promise<void> {
  text(hash, "directory");
  const names = [];
  for await (const { name } of Deno.readDir(path)) names.push(Buffer.from(name));
  // By their bytes: the order of JavaScript's strings differs beyond the basic plane.
  for (const name of names.sort(Buffer.compare)) {
    text(hash, "entry", "(", "name");
    bytes(hash, name);
    text(hash, "node");
    await node(hash, `${path}/${name}`);
    text(hash, ")");
  }
}

function text(hash: Hash, ...values: string[]): void {
  for (const value of values) bytes(hash, Buffer.from(value));
}

/** A length of eight bytes, the bytes, and zeros up to a multiple of eight. */
function bytes(hash: Hash, value: Uint8Array): void {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(value.byteLength));
  hash.update(length).update(value).update(PADDING.subarray(0, (8 - value.byteLength % 8) % 8));
}
