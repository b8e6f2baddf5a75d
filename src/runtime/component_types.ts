/**
 * The types that a component embeds, read from the declarations that the transpiler writes for it (jco-transpile 0.15): a fixed,
 * generated form of TypeScript, one member a line.
 * @module
 */

/** What a component's interfaces declare. */
export interface ComponentTypes {
  /** Records by name in upper camel case; of each field, its TypeScript type, behind a `?` when it is optional. */
  records: Map<string, Map<string, string>>;
  /** Variants by name; of each case, its payload's TypeScript type, empty without one. */
  variants: Map<string, Map<string, string>>;
  /** Functions and resource methods by interface name; of each, in camel case (`chat` or `Provider.chat`), the result's type. */
  functions: Map<string, Map<string, string>>;
}

const HEAD = /^\/\*\* @module Interface (\S+?)(?:@\S+)? \*\*\//;
const RECORD = /^export interface (\w+) \{$/;
const FIELD = /^ {2}'?([\w-]+)'?(\??): (.+),$/;
const UNION = /^export type (\w+) = (?!import\()(.+);$/;
const CLASS = /^export class (\w+) /;
const FUNCTION = /^(?:export function | {2}(?:static )?)(\w+)\(.*\): (.+);$/;

/** Reads the declaration files of a component's `omw:omw` interfaces. Lines of no known form are passed over. */
export function componentTypes(declarations: Iterable<string>): ComponentTypes {
  const types: ComponentTypes = { records: new Map(), variants: new Map(), functions: new Map() };
  const unions = new Map<string, string[]>();
  for (const text of declarations) readFile(text, types, unions);
  for (const [name, members] of unions) types.variants.set(name, variantOf(members, types.records));
  return types;
}

function readFile(text: string, types: ComponentTypes, unions: Map<string, string[]>): void {
  const functions = new Map<string, string>();
  let fields: Map<string, string> | undefined;
  let resource = "";
  for (const line of text.split("\n")) {
    let found: RegExpExecArray | null;
    if ((found = HEAD.exec(line))) types.functions.set(found[1]!, functions);
    else if ((found = RECORD.exec(line))) types.records.set(found[1]!, fields = new Map());
    else if ((found = CLASS.exec(line))) resource = `${found[1]}.`;
    else if ((found = UNION.exec(line))) unions.set(found[1]!, found[2]!.split(" | "));
    else if (line === "}") [fields, resource] = [undefined, ""];
    else if (fields && (found = FIELD.exec(line))) fields.set(found[1]!, found[2]! + found[3]!);
    else if ((found = FUNCTION.exec(line))) functions.set(resource + found[1]!, found[2]!);
  }
}

/** A variant is declared as a union of records whose `tag` is the case; those are no records of the contract. */
function variantOf(members: readonly string[], records: Map<string, Map<string, string>>): Map<string, string> {
  const cases = new Map<string, string>();
  for (const member of members) {
    const fields = records.get(member);
    records.delete(member);
    cases.set(fields?.get("tag")?.replaceAll("'", "") ?? member, fields?.get("val") ?? "");
  }
  return cases;
}
