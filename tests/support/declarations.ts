/**
 * What declaration files declare, read from their text: several of them are scripts' globals, which nothing can import.
 * @module
 */

/** The members of an interface in the order of the text: the name, and whether it may be missing. */
export function membersOf(text: string, name: string): Map<string, boolean> {
  const found = new RegExp(`^( *)(?:export )?interface ${name}(?: extends (\\w+))? \\{\\n([^]*?)^\\1\\}$`, "m").exec(text);
  if (found === null) throw new Error(`there is no interface ${name}`);
  const [, indent = "", base, body = ""] = found;
  const own = [...body.matchAll(new RegExp(`^${indent}  (?:readonly )?(\\w+)(\\??)[:(]`, "gm"))];
  return new Map([
    ...base === undefined ? [] : membersOf(text, base),
    ...own.map(([, member = "", mark]) => [member, mark === "?"] as const),
  ]);
}

/** A name in camelCase, from snake_case or kebab-case. */
export function camelCase(name: string): string {
  return name.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}
