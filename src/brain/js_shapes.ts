/**
 * What a js brain is handed: the shapes of release 0.1.3 (facts §9.2) made from those of `src/protocol/model.ts` (sent into the brain's
 * world as source; see `js_primordials.ts`).
 *
 * Documented members are enumerable, in sorted order, and missing when they have no value. So are the lists `tool_calls` and
 * `tool_call_id` of later releases, which a copy of a message must not lose. Every other later member and every camelCase alias is
 * there to be read but not enumerable, so that JSON made from a value is the documented one; only the results of `listTools`,
 * `listResources` and `readResource` enumerate their alias, as in the reference.
 * @module
 */

import type { Bag, Primordials } from "./js_primordials.ts";

/** Makes brains' values. */
export interface Shapes {
  /** An event as `recv` returns it. */
  event(envelope: Bag): Bag;
  /** What `chat` returns. */
  chatResult(result: Bag): Bag;
  /** What `callToolBlocking` returns. */
  toolResult(result: Bag): Bag;
  /** What `listTools` returns. */
  listedTools(tools: Bag[]): Bag[];
  /** What `listResources` returns. */
  listedResources(resources: Bag[]): Bag[];
  /** What `listResourceTemplates` returns. */
  listedTemplates(templates: Bag[]): Bag[];
  /** What `readResource` returns. */
  readContents(contents: Bag[], uri: string): Bag | Bag[];
}

/** Makes the maker. */
export function makeShapes(p: Primordials): Shapes {
  /** Adds a member that a brain can read and JSON does not show. */
  function hide(bag: Bag, key: string, value: unknown): void {
    if (value === undefined || value === null) return;
    p.define(bag, key, { __proto__: null, value, writable: true, configurable: true, enumerable: false } as PropertyDescriptor);
  }

  /** Adds a member if it has a value. */
  function put(bag: Bag, key: string, value: unknown): void {
    if (value !== undefined && value !== null) bag[key] = value;
  }

  /** JSON text as its value; text that is no JSON stays. */
  function parsed(value: unknown): unknown {
    if (typeof value !== "string") return undefined;
    try {
      return p.parse(value);
    } catch {
      return value;
    }
  }

  function toolCall(call: Bag): Bag {
    return { arguments: call.arguments, id: call.id, name: call.name };
  }

  function fragment(value: Bag): Bag {
    const bag: Bag = {};
    put(bag, "arguments", value.arguments);
    put(bag, "id", value.id);
    bag.index = value.index;
    put(bag, "name", value.name);
    return bag;
  }

  /** A list of calls, or nothing for an empty one. */
  function some(calls: unknown, shape: (call: Bag) => Bag): Bag[] | undefined {
    return p.isArray(calls) && calls.length > 0 ? p.map(calls as Bag[], shape) : undefined;
  }

  function usage(value: Bag): Bag {
    const bag: Bag = {};
    const keys = p.sort(p.keys(value));
    for (let i = 0; i < keys.length; i++) put(bag, keys[i]!, value[keys[i]!]);
    hide(bag, "promptTokens", value.prompt_tokens);
    hide(bag, "completionTokens", value.completion_tokens);
    hide(bag, "totalTokens", value.total_tokens);
    return bag;
  }

  function chatDelta(value: Bag): Bag {
    // Written out, because by far the most events are these: `put` stores under any key, which is several times slower.
    const bag: Bag = {};
    if (value.content !== undefined && value.content !== null) bag.content = value.content;
    if (value.finish_reason !== undefined && value.finish_reason !== null) bag.finish_reason = value.finish_reason;
    if (value.reasoning !== undefined && value.reasoning !== null) bag.reasoning = value.reasoning;
    const call = value.tool_call;
    if (call !== undefined && call !== null) hide(bag, "toolCall", bag.tool_call = toolCall(call as Bag));
    const calls = some(value.tool_calls, fragment);
    if (calls !== undefined) hide(bag, "toolCalls", bag.tool_calls = calls);
    if (value.usage !== undefined && value.usage !== null) bag.usage = usage(value.usage as Bag);
    hide(bag, "finishReason", value.finish_reason);
    return bag;
  }

  function message(value: Bag): Bag {
    const bag: Bag = {};
    put(bag, "content", value.content);
    put(bag, "reasoning", value.reasoning);
    bag.role = value.role;
    const calls = some(value.tool_calls, toolCall);
    if (calls !== undefined) hide(bag, "toolCall", bag.tool_call = calls[0]);
    put(bag, "tool_call_id", value.tool_call_id);
    if (calls !== undefined) hide(bag, "toolCalls", bag.tool_calls = calls);
    hide(bag, "toolCallId", value.tool_call_id);
    return bag;
  }

  function tool(value: Bag, listed: boolean): Bag {
    const bag: Bag = {};
    put(bag, "description", value.description);
    if (listed) bag.inputSchema = value.input_schema;
    bag.input_schema = value.input_schema;
    bag.name = value.name;
    if (!listed) hide(bag, "inputSchema", value.input_schema);
    hide(bag, "title", value.title);
    hide(bag, "output_schema", value.output_schema);
    hide(bag, "outputSchema", value.output_schema);
    hide(bag, "annotations", value.annotations);
    return bag;
  }

  function resource(value: Bag, listed: boolean): Bag {
    const bag: Bag = {};
    put(bag, "description", value.description);
    if (listed) put(bag, "mimeType", value.mime_type);
    put(bag, "mime_type", value.mime_type);
    bag.name = value.name;
    bag.uri = value.uri;
    if (!listed) hide(bag, "mimeType", value.mime_type);
    hide(bag, "title", value.title);
    hide(bag, "size", value.size);
    hide(bag, "annotations", value.annotations);
    return bag;
  }

  function template(value: Bag): Bag {
    const bag: Bag = {};
    put(bag, "description", value.description);
    put(bag, "mime_type", value.mime_type);
    bag.name = value.name;
    put(bag, "title", value.title);
    bag.uri_template = value.uri_template;
    hide(bag, "mimeType", value.mime_type);
    hide(bag, "uriTemplate", value.uri_template);
    return bag;
  }

  /** Several contents as the one that 0.1.3 knows: texts joined by line ends, the first media type; `contents` has them all. */
  function content(contents: Bag[], uri: string, listed: boolean): Bag {
    const texts: string[] = [];
    let mimeType: unknown;
    for (let i = 0; i < contents.length; i++) {
      texts[i] = contents[i]!.content as string;
      mimeType ??= contents[i]!.mime_type;
    }
    const bag: Bag = { content: p.join(texts, "\n") };
    if (listed) put(bag, "mimeType", mimeType);
    put(bag, "mime_type", mimeType);
    bag.uri = contents.length > 0 ? contents[0]!.uri : uri;
    if (!listed) hide(bag, "mimeType", mimeType);
    hide(bag, "contents", contents);
    return bag;
  }

  function toolResult(value: Bag): Bag {
    const bag: Bag = { arguments: value.arguments, name: value.name, value: value.value };
    const structured = parsed(value.structured_content);
    hide(bag, "content", parsed(value.content));
    hide(bag, "structured_content", structured);
    hide(bag, "structuredContent", structured);
    hide(bag, "is_error", value.is_error);
    hide(bag, "isError", value.is_error);
    return bag;
  }

  function payload(kind: unknown, value: unknown): unknown {
    switch (kind) {
      case "message":
      case "error":
        return value;
      case "tool-result":
        return toolResult(value as Bag);
      case "resource-list-updated":
        return p.map(value as Bag[], (item) => resource(item, false));
      case "resource-updated":
        return content(value as Bag[], "", false);
      case "endpoint-message": {
        const request = value as Bag;
        const bag: Bag = { messages: p.map(request.messages as Bag[], message) };
        put(bag, "params", request.params);
        bag.session = request.session;
        bag.tools = p.map(request.tools as Bag[], (item) => tool(item, false));
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
      return { id: envelope.id, kind, payload: kind === "chat-delta" ? chatDelta(value as Bag) : payload(kind, value) };
    },
    chatResult(result) {
      const bag: Bag = {};
      put(bag, "content", result.content);
      put(bag, "finish_reason", result.finish_reason);
      put(bag, "reasoning", result.reasoning);
      bag.tool_calls = p.map(result.tool_calls as Bag[], toolCall);
      if (result.usage !== undefined && result.usage !== null) bag.usage = usage(result.usage as Bag);
      hide(bag, "finishReason", result.finish_reason);
      hide(bag, "toolCalls", bag.tool_calls);
      return bag;
    },
    toolResult,
    listedTools: (tools) => p.map(tools, (item) => tool(item, true)),
    listedResources: (resources) => p.map(resources, (item) => resource(item, true)),
    listedTemplates: (templates) => p.map(templates, template),
    readContents: (contents, uri) => content(contents, uri, true),
  };
}
