/**
 * Which values of a config are secret: those whose place in the schema is marked `writeOnly`.
 * @module
 */

import { composeSchema, type Registries } from "../engine/mod.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Entries with their secrets taken out, and what those were. */
export interface Separated {
  /** The value without secrets. */
  plain: unknown;
  /** Where secrets were, as paths inside the value, such as `env.TOKEN`. */
  paths: string[];
  /** The secrets' texts. */
  secrets: string[];
}

/** The families of kinds. */
export type Family = "providers" | "tooling" | "runtime" | "endpoint";

/** Knows the secret keys of every registered kind. */
export class SecretKeys {
  readonly #definitions: Schema;

  private constructor(definitions: Schema) {
    this.#definitions = definitions;
  }

  /** Reads the schemas of these kinds. */
  static async of(registries: Registries): Promise<SecretKeys> {
    return new SecretKeys(JSON.parse(await composeSchema(registries))["$defs"]);
  }

  /** Whether the kind is registered. */
  knows(family: Family, kind: string): boolean {
    return Object.hasOwn(this.#definitions, `${family}-${kind}`);
  }

  /** Takes the secrets out of an entry. Of a kind that is not registered nothing is known: all of it counts as secret but the kind. */
  separate(family: Family, kind: string, params: unknown): Separated {
    const schema = this.knows(family, kind) ? this.#definitions[`${family}-${kind}`] as Schema : { writeOnly: true };
    const result: Separated = { plain: undefined, paths: [], secrets: [] };
    result.plain = without(params, [schema], "", result);
    return result;
  }
}

/** A schema of the whole value in any of these marks what it describes; places that none describes stay as they are. */
function without(value: unknown, schemas: readonly Schema[], path: string, found: Separated): unknown {
  const all = schemas.flatMap(alternatives);
  if (all.some(({ writeOnly }) => writeOnly === true)) {
    found.paths.push(path);
    found.secrets.push(...texts(value));
    return undefined;
  }
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items }) => isTable(items) ? [items] : []);
    return value.map((item, index) => without(item, items, `${path}[${index}]`, found)).filter((item) => item !== undefined);
  }
  if (!isTable(value)) return value;
  const kept = Object.entries(value).map(([key, member]) => {
    const inside = all.flatMap(({ properties, additionalProperties }) => {
      const own = isTable(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
      return isTable(own) ? [own] : [];
    });
    return [key, without(member, inside, path === "" ? key : `${path}.${key}`, found)] as const;
  });
  const rest = kept.filter(([, member]) => member !== undefined);
  return kept.length > 0 && rest.length === 0 && path !== "" ? undefined : Object.fromEntries(rest);
}

function alternatives(schema: Schema): Schema[] {
  const parts = [schema["anyOf"], schema["oneOf"], schema["allOf"]].flatMap((list) => Array.isArray(list) ? list : []);
  return [schema, ...parts.filter(isTable).flatMap(alternatives)];
}

/** Every text in a value. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(texts);
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
