/**
 * The tables of keys in the book, made from the schema of configs: so they cannot say anything else than the program.
 *
 * A table stands between `<!-- keys of NAME -->` and `<!-- end -->`. NAME is a definition of the schema, such as `Tunables` or
 * `providers-openai`; `tooling-mcp/stdio` is the variant of a definition whose first constant is `stdio`.
 * @module
 */

import { composeSchema, Registries } from "../src/mod.ts";

/** A JSON Schema. */
type Schema = { readonly [key: string]: unknown };

const place = /<!-- keys of (\S+) -->\n[^]*?<!-- end -->/g;

/** The definitions of the schema of configs with every kind that comes with omw. */
export async function definitions(): Promise<Map<string, Schema>> {
  const schema = JSON.parse(await composeSchema(Registries.builtin()));
  return new Map(Object.entries(schema["$defs"] as Record<string, Schema>));
}

/**
 * A page with its tables made anew.
 * @throws {Error} when a table names no definition
 */
export function withTables(page: string, known: ReadonlyMap<string, Schema>): string {
  return page.replaceAll(place, (_, name: string) => {
    const [definition = "", variant] = name.split("/");
    const schema = variantOf(known.get(definition), variant);
    if (schema === undefined) throw new Error(`<!-- keys of ${name} -->: the schema has no such definition`);
    return `<!-- keys of ${name} -->\n\n${table(schema)}\n<!-- end -->`;
  });
}

function variantOf(schema: Schema | undefined, variant: string | undefined): Schema | undefined {
  if (variant === undefined) return schema;
  const all = (schema?.["anyOf"] ?? schema?.["oneOf"] ?? []) as Schema[];
  return all.find((one) => Object.values(propertiesOf(one)).some((property) => property["const"] === variant));
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  return (schema["properties"] ?? {}) as Record<string, Schema>;
}

function table(schema: Schema): string {
  const required = new Set((schema["required"] ?? []) as string[]);
  const rows = Object.entries(propertiesOf(schema)).map(([key, property]) => {
    const fallback = required.has(key)
      ? "required"
      : property["default"] === undefined
      ? ""
      : `\`${JSON.stringify(property["default"])}\``;
    return `| \`${key}\` | ${typeOf(property)} | ${fallback} | ${cell(String(property["description"] ?? ""))} |\n`;
  });
  return `| key | type | default | meaning |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

function typeOf(schema: Schema): string {
  if (schema["const"] !== undefined) return cell(`\`${JSON.stringify(schema["const"])}\``);
  if (Array.isArray(schema["enum"])) return cell(schema["enum"].map((value) => `\`${JSON.stringify(value)}\``).join(" or "));
  if (schema["writeOnly"] === true) return "secret";
  if (Array.isArray(schema["anyOf"])) return [...new Set((schema["anyOf"] as Schema[]).map(typeOf))].join(" or ");
  if (schema["type"] === "array") return `array of ${typeOf((schema["items"] ?? {}) as Schema)}`;
  if (schema["type"] === "object") return "table";
  return typeof schema["type"] === "string" ? schema["type"] : "any";
}

/** Text inside a cell of a table. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
