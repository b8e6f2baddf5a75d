/**
 * Reads the text of a config from a file or from standard input.
 * @module
 */

import { dirname, extname, resolve } from "./posix_path.ts";
import { ConfigError, reason } from "./errors.ts";

/** How a config is written. */
export type ConfigFormat = "toml" | "json";

/** The text of a config and where it came from. */
export interface ConfigSource {
  /** What errors call it: the path as it was given, or `standard input`. */
  label: string;
  /** The absolute path; absent for standard input. */
  path?: string;
  /** The folder that relative paths are looked up in first. */
  dir: string;
  /** How it is written. */
  format: ConfigFormat;
  /** The text, without a byte order mark. */
  text: string;
}

/** Larger configs are refused: a device or an endless pipe must not fill the memory. */
const MAX_BYTES = 16 * 1024 * 1024;

const STDIN_NAMES = new Set(["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);

/** True when `path` names standard input. */
export function isStdin(path: string): boolean {
  return STDIN_NAMES.has(path);
}

/**
 * Reads the config at `path` (relative to `cwd`), or from `stdin` when `path` names that. The extension tells the format: `.toml` or
 * none is TOML, `.json` is JSON.
 * @throws {ConfigError} when it is missing, a folder, unreadable, larger than 16 MiB, not UTF-8, or of another kind
 */
export async function readSource(
  path: string,
  cwd: string,
  stdin: ReadableStream<Uint8Array> = Deno.stdin.readable,
): Promise<ConfigSource> {
  if (isStdin(path)) {
    const label = "standard input";
    return { label, dir: cwd, format: "toml", text: decode(await readBounded(stdin, label), label) };
  }
  const format = formatOf(path);
  const absolute = resolve(cwd, path);
  const label = path === "" ? '""' : path;
  return { label, path: absolute, dir: dirname(absolute), format, text: decode(await readFile(absolute, label), label) };
}

function formatOf(path: string): ConfigFormat {
  const extension = extname(path).toLowerCase();
  switch (extension) {
    case "":
    case ".toml":
      return "toml";
    case ".json":
      return "json";
    default:
      throw new ConfigError(
        `${path}: a config cannot be a ${extension} file; use .toml or .json (a name without extension is TOML)`,
      );
  }
}

async function readFile(absolute: string, label: string): Promise<Uint8Array> {
  try {
    const file = await Deno.open(absolute);
    return await readBounded(file.readable, label);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof Deno.errors.NotFound) {
      throw new ConfigError(
        `config file ${label} does not exist (looked for ${absolute}); create it or name another with --config`,
        {
          cause: error,
        },
      );
    }
    if (error instanceof Deno.errors.IsADirectory) {
      throw new ConfigError(`${label} is a folder; name the config file in it`, { cause: error });
    }
    throw new ConfigError(`config file ${label} cannot be read: ${reason(error)}`, { cause: error });
  }
}

async function readBounded(stream: ReadableStream<Uint8Array>, label: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) {
      throw new ConfigError(`${label}: a config may have ${MAX_BYTES} bytes at most; is this the right file?`);
    }
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function decode(bytes: Uint8Array, label: string): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new ConfigError(`${label}: the text is UTF-16; save it as UTF-8`);
  }
  try {
    // Skips a byte order mark.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ConfigError(`${label}: the text is not UTF-8; save it as UTF-8`, { cause: error });
  }
}
