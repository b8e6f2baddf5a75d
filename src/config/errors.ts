/**
 * The error of everything that is wrong with a configuration.
 * @module
 */

/**
 * A configuration that cannot be used. The message is one line: it names the file or config path, says what was found and what was
 * wanted, and gives the way out. No message and no cause ever quotes a value that may be secret.
 */
export class ConfigError extends Error {
  /** `ConfigError`. */
  override readonly name = "ConfigError";
}

/** The text of whatever was thrown, for use behind a `: `. */
export function reason(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

const BARE_KEY = /^[A-Za-z0-9_-]+$/;

/**
 * The path of a key below `parent`, written as TOML would: `providers.openai.base_url`, `providers."my.ai".model`, `agents[0].name`.
 * An empty `parent` is the top level.
 */
export function keyPath(parent: string, ...keys: readonly PropertyKey[]): string {
  let path = parent;
  for (const key of keys) {
    if (typeof key === "number") {
      path += `[${key}]`;
      continue;
    }
    const text = String(key);
    const written = BARE_KEY.test(text) ? text : JSON.stringify(text);
    path = path === "" ? written : `${path}.${written}`;
  }
  return path;
}

/** How a value is told apart in a message by its type alone: `a table`, `an array`, `a string`, `a number`, `a boolean`, `nothing`. */
export function typeName(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "string":
      return "a string";
    case "number":
    case "bigint":
      return "a number";
    case "boolean":
      return "a boolean";
    default:
      return "a table";
  }
}
