/**
 * Tools, resources and templates as a server describes them, mapped to omw's own types.
 *
 * Read leniently: what a description must have is checked, what it may have is taken when its type is right and ignored otherwise,
 * so that one odd item does not take a whole list away.
 * @module
 */

import type { ResourceInfo, ResourceTemplate, Tool, ToolAnnotations } from "../protocol/mod.ts";
import { sortedJson } from "../pure/json.ts";

type Fields = Record<string, unknown>;

/** A tool; needs a `name`. A missing input schema becomes that of an object without properties. */
export function toTool(item: unknown): Tool {
  const fields = item as Fields;
  const tool: Tool = {
    name: String(fields["name"]),
    title: text(fields["title"]),
    description: text(fields["description"]),
    input_schema: sortedJson(fields["inputSchema"] ?? { type: "object", properties: {} }),
    annotations: toToolAnnotations(fields["annotations"]),
  };
  if (fields["outputSchema"] !== undefined) tool.output_schema = sortedJson(fields["outputSchema"]);
  return withoutAbsent(tool);
}

/** A resource; needs a `uri`. A missing name becomes the URI. */
export function toResource(item: unknown): ResourceInfo {
  const fields = item as Fields;
  const annotations = object(fields["annotations"]);
  return withoutAbsent({
    uri: String(fields["uri"]),
    name: text(fields["name"]) ?? String(fields["uri"]),
    title: text(fields["title"]),
    description: text(fields["description"]),
    mime_type: text(fields["mimeType"]),
    size: number(fields["size"]),
    annotations: annotations && withoutAbsent({
      audience: Array.isArray(annotations["audience"]) ? annotations["audience"].filter((who) => typeof who === "string") : [],
      priority: number(annotations["priority"]),
      last_modified: text(annotations["lastModified"]),
    }),
  });
}

/** A resource template; needs a `uriTemplate`. A missing name becomes the template. */
export function toResourceTemplate(item: unknown): ResourceTemplate {
  const fields = item as Fields;
  return withoutAbsent({
    uri_template: String(fields["uriTemplate"]),
    name: text(fields["name"]) ?? String(fields["uriTemplate"]),
    title: text(fields["title"]),
    description: text(fields["description"]),
    mime_type: text(fields["mimeType"]),
  });
}

function toToolAnnotations(value: unknown): ToolAnnotations | undefined {
  const fields = object(value);
  return fields && withoutAbsent({
    read_only_hint: flag(fields["readOnlyHint"]),
    destructive_hint: flag(fields["destructiveHint"]),
    idempotent_hint: flag(fields["idempotentHint"]),
    open_world_hint: flag(fields["openWorldHint"]),
  });
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function object(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Fields : undefined;
}

/** Drops members that are `undefined`: an absent option is an omitted key. Changes and returns the given, fresh, object. */
function withoutAbsent<T extends object>(fields: T): T {
  for (const key of Object.keys(fields) as (keyof T)[]) {
    if (fields[key] === undefined) delete fields[key];
  }
  return fields;
}
