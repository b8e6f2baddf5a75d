/**
 * The JSON Schema of a whole config, for editors and validators.
 * @module
 */

import { z } from "zod";
import { type ParamsSchema, zodSchema } from "./params.ts";
import { emptyTable, type Table } from "./plain_tree.ts";
import { agentSchema } from "./agent_schema.ts";
import { defaultTunables } from "./tunables.ts";
import { tunablesSchema } from "./tunables_schema.ts";

/** The params' schemas of every registered kind, by kind, for each family. */
export interface FamilySchemas {
  /** The kinds of `[providers.<name>]`. */
  providers: ReadonlyMap<string, ParamsSchema<unknown>>;
  /** The kinds of `[tooling.<name>]`. */
  tooling: ReadonlyMap<string, ParamsSchema<unknown>>;
  /** The kinds of `[runtime.<name>]`. */
  runtime: ReadonlyMap<string, ParamsSchema<unknown>>;
  /** The kinds of `[endpoint]`. */
  endpoint: ReadonlyMap<string, ParamsSchema<unknown>>;
}

type FamilyName = keyof FamilySchemas;

/**
 * A JSON Schema (2020-12) that accepts what `loadConfig` and the given kinds accept. An entry is one of its family's kinds, with that
 * kind's params, or of a kind that the schema does not know. Secrets are strings marked `writeOnly`.
 */
export function configJsonSchema(families: FamilySchemas): Table {
  const definitions: Table = emptyTable();
  definitions["AgentConfig"] = described(agentSchema, "A single agent: its name, its brain's runtime and its brain's script.");
  definitions["NamedAgentConfig"] = described(agentSchema.partial({ name: true }), "A single agent that its table names.");
  definitions["Tunables"] = described(zodSchema(tunablesSchema), "Bounds, times and backoffs of the runtime; all are optional.");
  const reference = (name: string) => ({ "$ref": `#/$defs/${name}` });
  for (const family of ["providers", "tooling", "runtime", "endpoint"] as const) {
    definitions[family] = entrySchema(family, families[family], definitions);
  }
  return {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    title: "Config",
    description: "The configuration of omw.",
    type: "object",
    properties: {
      agents: {
        description: "The agents to run, as [[agents]] (their order is kept) or as [agents.<name>].",
        anyOf: [
          { type: "array", items: reference("AgentConfig") },
          { type: "object", additionalProperties: reference("NamedAgentConfig") },
        ],
        default: [],
      },
      providers: named("Chat services by name.", "providers"),
      tooling: named("Tool servers by name.", "tooling"),
      runtime: named("What brains run in, by name.", "runtime"),
      endpoint: {
        description: "Where agents are served to clients.",
        anyOf: [reference("endpoint"), { type: "null" }],
        default: null,
      },
      memory: {
        description:
          "What agents remember before their first run: by agent, then by key. A value that is no text becomes JSON text.",
        type: "object",
        additionalProperties: { type: "object", additionalProperties: true },
        default: {},
      },
      tunables: { ...reference("Tunables"), description: "Global tunables.", default: defaultTunables() },
      assertions: { description: "What a test expects; used by omw test alone." },
    },
    "$defs": definitions,
  };
}

/** The schema as the text of a file: indented JSON and a line end. */
export function configJsonSchemaText(families: FamilySchemas): string {
  return `${JSON.stringify(configJsonSchema(families), null, 2)}\n`;
}

function named(description: string, family: FamilyName): Table {
  return { description, type: "object", additionalProperties: { "$ref": `#/$defs/${family}` }, default: {} };
}

function described(schema: z.ZodType, description: string): Table {
  const { "$schema": _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return { description, ...rest };
}

function entrySchema(family: FamilyName, kinds: ReadonlyMap<string, ParamsSchema<unknown>>, definitions: Table): Table {
  const names = [...kinds.keys()].sort();
  const generic = {
    description: "An entry of a kind that this schema does not know.",
    type: "object",
    properties: { kind: { description: "The kind.", type: "string", ...(names.length === 0 ? {} : { not: { enum: names } }) } },
    required: ["kind"],
    additionalProperties: true,
  };
  const variants = names.map((kind) => {
    const schema = kinds.get(kind);
    const name = `${family}-${kind}`;
    definitions[name] = schema === undefined ? {} : paramsSchema(zodSchema(schema), name);
    return {
      allOf: [
        { "$ref": `#/$defs/${pointerSegment(name)}` },
        { type: "object", properties: { kind: { description: "The kind.", const: kind } }, required: ["kind"] },
      ],
    };
  });
  return { anyOf: [...variants, generic] };
}

/**
 * A kind's schema as a resource of its own, so that its local references (`#/$defs/…`) go on pointing into it. A schema that closes
 * its tables still has to let `kind` through, which belongs to the entry.
 */
function paramsSchema(schema: z.ZodType, name: string): Table {
  const whole = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema, path }) => {
      const isEntry = path.length === 0 || (path.length === 2 && /^(?:any|one|all)Of$/.test(String(path[0])));
      if (isEntry && jsonSchema.additionalProperties === false) jsonSchema.properties = { ...jsonSchema.properties, kind: true };
    },
  });
  const { "$schema": _, ...rest } = whole;
  return { "$id": `urn:omw:schema:${encodeURIComponent(name)}`, ...rest };
}

/** `name` as a segment of a JSON pointer in a fragment (RFC 6901 §6). */
function pointerSegment(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}
