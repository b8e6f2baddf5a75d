/**
 * What a js brain is handed when its runtime entry says `api = "0.1.10"`: the shapes of that release (sent into the brain's world as
 * source; see `js_primordials.ts`). Members are in camel case and in sorted order, and missing when they have no value; what is JSON text
 * in the documents is parsed; lists are always there; a resource is the list of its contents.
 * @module
 */

import type { Bag, Primordials } from "./js_primordials.ts";
import type { Shapes } from "./js_shapes.ts";

/** Makes the maker. */
export function makeLaterShapes(p: Primordials): Shapes {
  /** Adds a member if it has a value. */
  function put(bag: Bag, key: string, value: unknown): void {
    if (value !== undefined && value !== null) bag[key] = value;
  }

  /** A list's members; of what is no list, none. */
  function each(values: unknown, shape: (value: Bag) => Bag): Bag[] {
    return p.map(p.isArray(values) ? values as Bag[] : [], shape);
  }

  /** JSON text as its value. What is no object and no list stays text: handed back, it would be taken for text. */
  function parsed(value: unknown): unknown {
    if (typeof value !== "string") return value;
    try {
      const json = p.parse(value);
      return typeof json === "object" && json !== null ? json : value;
    } catch {
      return value;
    }
  }

  function toolCall(call: Bag): Bag {
    return { arguments: parsed(call.arguments), id: call.id, name: call.name };
  }

  function fragment(value: Bag): Bag {
    const bag: Bag = {};
    put(bag, "arguments", value.arguments);
    put(bag, "id", value.id);
    bag.index = value.index;
    put(bag, "name", value.name);
    return bag;
  }

  /** A reply or a piece of one, which differ in their calls. */
  function reply(value: Bag, call: (value: Bag) => Bag): Bag {
    const bag: Bag = {};
    put(bag, "content", value.content);
    put(bag, "finishReason", value.finish_reason);
    put(bag, "reasoning", value.reasoning);
    bag.toolCalls = each(value.tool_calls, call);
    put(bag, "usage", value.usage);
    return bag;
  }

  function message(value: Bag): Bag {
    const bag: Bag = {};
    put(bag, "content", value.content);
    put(bag, "reasoning", value.reasoning);
    bag.role = value.role;
    put(bag, "toolCallId", value.tool_call_id);
    bag.toolCalls = each(value.tool_calls, toolCall);
    return bag;
  }

  function toolHints(value: unknown): Bag | undefined {
    if (typeof value !== "object" || value === null) return undefined;
    const hints = value as Bag;
    const bag: Bag = {};
    put(bag, "destructiveHint", hints.destructive_hint);
    put(bag, "idempotentHint", hints.idempotent_hint);
    put(bag, "openWorldHint", hints.open_world_hint);
    put(bag, "readOnlyHint", hints.read_only_hint);
    return bag;
  }

  function tool(value: Bag): Bag {
    const bag: Bag = {};
    put(bag, "annotations", toolHints(value.annotations));
    put(bag, "description", value.description);
    bag.inputSchema = parsed(value.input_schema);
    bag.name = value.name;
    put(bag, "outputSchema", parsed(value.output_schema));
    put(bag, "title", value.title);
    return bag;
  }

  function resourceNotes(value: unknown): Bag | undefined {
    if (typeof value !== "object" || value === null) return undefined;
    const notes = value as Bag;
    const bag: Bag = {};
    put(bag, "audience", notes.audience);
    put(bag, "lastModified", notes.last_modified);
    put(bag, "priority", notes.priority);
    return bag;
  }

  function resource(value: Bag): Bag {
    const bag: Bag = {};
    put(bag, "annotations", resourceNotes(value.annotations));
    put(bag, "description", value.description);
    put(bag, "mimeType", value.mime_type);
    bag.name = value.name;
    put(bag, "size", value.size);
    put(bag, "title", value.title);
    bag.uri = value.uri;
    return bag;
  }

  function template(value: Bag): Bag {
    const bag: Bag = {};
    put(bag, "description", value.description);
    put(bag, "mimeType", value.mime_type);
    bag.name = value.name;
    put(bag, "title", value.title);
    bag.uriTemplate = value.uri_template;
    return bag;
  }

  function content(value: Bag): Bag {
    const bag: Bag = { content: value.content };
    put(bag, "mimeType", value.mime_type);
    bag.uri = value.uri;
    return bag;
  }

  function toolResult(value: Bag): Bag {
    const bag: Bag = {
      arguments: parsed(value.arguments),
      content: parsed(value.content),
      isError: value.is_error,
      name: value.name,
    };
    put(bag, "structuredContent", parsed(value.structured_content));
    return bag;
  }

  function payload(kind: unknown, value: unknown): unknown {
    switch (kind) {
      case "message":
      case "error":
        return value;
      case "chat-delta":
        return reply(value as Bag, fragment);
      case "tool-result":
        return toolResult(value as Bag);
      case "resource-list-updated":
        return each(value, resource);
      case "resource-updated":
        return each(value, content);
      case "endpoint-message": {
        const request = value as Bag;
        const bag: Bag = { messages: each(request.messages, message) };
        put(bag, "params", parsed(request.params));
        bag.session = request.session;
        bag.tools = each(request.tools, tool);
        return bag;
      }
      case "endpoint-session-end": {
        const bag: Bag = {};
        put(bag, "error", (value as Bag).error);
        bag.session = (value as Bag).session;
        return bag;
      }
      default:
        return null;
    }
  }

  return {
    event(envelope) {
      const { kind, payload: value } = envelope.event as Bag;
      return { id: envelope.id, kind, payload: payload(kind, value) };
    },
    chatResult: (result) => reply(result, toolCall),
    toolResult,
    listedTools: (tools) => each(tools, tool),
    listedResources: (resources) => each(resources, resource),
    listedTemplates: (templates) => each(templates, template),
    readContents: (contents) => each(contents, content),
  };
}
