/**
 * What a tool or a resource answered, as text for a model.
 * @module
 */

import type { ResourceContent, ToolOutcome } from "../protocol/mod.ts";
import { sortedJson } from "../pure/json.ts";

type Fields = Record<string, unknown>;

/**
 * The outcome of a `tools/call` result. `value` joins, with line ends, the text of text blocks and of embedded text resources and,
 * in brackets, the kind, type and size or URI of everything else: a model that is not told of an image would call again. A result
 * that has structured content alone is told as its JSON.
 */
export function toToolOutcome(result: Fields): ToolOutcome {
  const blocks = Array.isArray(result["content"]) ? result["content"] : [];
  const structured = result["structuredContent"];
  const outcome: ToolOutcome = {
    value: blocks.map(blockText).join("\n"),
    content: sortedJson(blocks),
    is_error: result["isError"] === true,
  };
  if (structured !== undefined) outcome.structured_content = sortedJson(structured);
  if (blocks.length === 0) outcome.value = outcome.structured_content ?? "";
  return outcome;
}

/**
 * Every content of a `resources/read` result.
 * @param uri the URI that was read, for contents that name none
 */
export function toResourceContents(result: Fields, uri: string): ResourceContent[] {
  const contents = Array.isArray(result["contents"]) ? result["contents"] : [];
  return contents.filter(isObject).map((fields) => {
    const content: ResourceContent = {
      uri: typeof fields["uri"] === "string" ? fields["uri"] : uri,
      content: string(fields["text"]) ?? string(fields["blob"]) ?? "",
    };
    const type = string(fields["mimeType"]);
    if (type !== undefined) content.mime_type = type;
    // A brain tells text from base64 by the type alone, and no type means text.
    else if (fields["text"] === undefined && fields["blob"] !== undefined) content.mime_type = "application/octet-stream";
    return content;
  });
}

function blockText(block: unknown): string {
  if (!isObject(block)) return `[${JSON.stringify(block)}]`;
  const type = string(block["type"]) ?? "unknown";
  switch (type) {
    case "text":
      return string(block["text"]) ?? "";
    case "image":
    case "audio":
      return note(type, block["mimeType"], size(block["data"]));
    case "resource_link":
      return note("resource link", block["uri"], block["name"], block["mimeType"], count(block["size"]));
    case "resource": {
      const resource = isObject(block["resource"]) ? block["resource"] : {};
      return string(resource["text"]) ?? note("resource", resource["uri"], resource["mimeType"], size(resource["blob"]));
    }
    default:
      return note(type);
  }
}

/** `[kind, detail, detail]`, without the details that are absent. */
function note(kind: string, ...details: unknown[]): string {
  return `[${[kind, ...details.filter((detail) => typeof detail === "string" && detail !== "")].join(", ")}]`;
}

/** The size of base64 data. */
function size(data: unknown): string | undefined {
  if (typeof data !== "string") return undefined;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return count(Math.floor(data.length * 3 / 4) - padding);
}

function count(bytes: unknown): string | undefined {
  return typeof bytes === "number" ? `${bytes} bytes` : undefined;
}

function string(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
