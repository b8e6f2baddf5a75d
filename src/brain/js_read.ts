/**
 * What a js brain hands to its host, checked and put into the shapes of `src/protocol/model.ts` (sent into the brain's world as source;
 * see `js_primordials.ts`). Strictness and texts are those of facts §9.2; beside the documented snake_case keys the camelCase ones of
 * later releases are read, and objects where those releases want objects and the documents JSON text.
 * @module
 */

import type { JsonWriter } from "./js_json.ts";
import type { Bag, Primordials } from "./js_primordials.ts";

/** Reads arguments; each throws a `TypeError` that names the parameter. */
export interface Readers {
  /** A string, strictly. */
  text(value: unknown, name: string): string;
  /** A time or duration in ms as decimal text: a number from 0 on; a fraction is cut off, what is too large saturates. */
  ticks(value: unknown, name: string): string;
  /** A list of messages. */
  messages(value: unknown): Bag[];
  /** A list of tools. */
  tools(value: unknown): Bag[];
  /** A chat's params as JSON text; `undefined` for none. */
  params(value: unknown): string | undefined;
  /** A tool call's arguments as JSON text. */
  toolArguments(value: unknown): string;
  /** A delta for an endpoint session. */
  delta(value: unknown): Bag;
  /** A list of bytes, as text of one unit a byte. */
  bytes(value: unknown): string;
}

/** Makes them. As in the releases, from 0.1.10 on (`later`) a role may be any text; before, what the protocol does not know is a user's. */
export function makeReaders(p: Primordials, { json }: JsonWriter, later: boolean): Readers {
  const MAX = 9007199254740991;
  /** Roles that the OpenAI protocol knows. */
  const roles: Bag = { __proto__: null, system: 1, user: 1, assistant: 1, tool: 1, developer: 1, function: 1 };
  const counts = ["prompt_tokens", "completion_tokens", "total_tokens"] as const;
  const camelCounts = ["promptTokens", "completionTokens", "totalTokens"] as const;

  function isBag(value: unknown): value is Bag {
    return (typeof value === "object" && value !== null) || typeof value === "function";
  }

  function text(value: unknown, name: string): string {
    if (typeof value !== "string") throw p.typeError(`${name} must be a string`);
    return value;
  }

  function optionalText(value: unknown, name: string): string | undefined {
    return value === undefined || value === null ? undefined : text(value, name);
  }

  /**
   * A member by its documented name, else by its camelCase one. The latter has to be enumerable: the aliases on values that the host
   * handed out are not, so a brain that deletes the documented member has deleted it.
   */
  function member(bag: Bag, snake: string, camel: string): unknown {
    const value = bag[snake];
    return value === undefined && p.isEnumerable(bag, camel) ? bag[camel] : value;
  }

  /** A member by its documented name alone. */
  function documented(bag: Bag, snake: string): unknown {
    return bag[snake];
  }

  function list(value: unknown, name: string): unknown[] {
    if (value === undefined) throw p.typeError(`${name} must be given`);
    if (!p.isArray(value)) throw p.typeError(`${name} must be an array`);
    return value;
  }

  /** JSON text that may be given as a value; `otherwise` for what is neither text nor object. */
  function jsonText(value: unknown, otherwise: string | undefined): string | undefined {
    if (typeof value === "string") return value;
    return typeof value === "object" && value !== null ? json(value) : otherwise;
  }

  function toolCall(value: unknown): Bag {
    if (!isBag(value)) throw p.typeError("tool_call must be an object");
    const { id, name } = value;
    return {
      __proto__: null,
      id: text(id, "id"),
      name: text(name, "name"),
      arguments: text(jsonText(value.arguments, undefined), "arguments"),
    };
  }

  function message(value: unknown): Bag {
    if (!isBag(value)) throw p.typeError("chat message must be an object");
    const role = value.role;
    const single = member(value, "tool_call", "toolCall");
    const several = member(value, "tool_calls", "toolCalls");
    let calls: Bag[] = [];
    if (several !== undefined && several !== null) calls = p.map(list(several, "tool_calls"), toolCall);
    if (single !== undefined && single !== null) {
      const call = toolCall(single);
      // Messages that came from the host carry both. A brain that has replaced the documented one means that.
      if (calls.length === 0 || calls[0]!.id !== call.id) calls = [call];
    }
    return {
      __proto__: null,
      role: typeof role === "string" && (later || roles[role] === 1) ? role : "user",
      content: optionalText(value.content, "content"),
      reasoning: optionalText(value.reasoning, "reasoning"),
      tool_calls: calls,
      tool_call_id: optionalText(member(value, "tool_call_id", "toolCallId"), "tool_call_id"),
    };
  }

  function tool(value: unknown): Bag {
    if (!isBag(value)) throw p.typeError("tool must be an object");
    return {
      __proto__: null,
      name: text(value.name, "name"),
      title: optionalText(value.title, "title"),
      description: optionalText(value.description, "description"),
      input_schema: jsonText(member(value, "input_schema", "inputSchema"), "{}"),
      output_schema: jsonText(member(value, "output_schema", "outputSchema"), undefined),
    };
  }

  function fragment(value: unknown, position: number): Bag {
    if (!isBag(value)) throw p.typeError("tool_calls must hold objects");
    const index = value.index ?? position;
    if (!p.isInteger(index) || (index as number) < 0) throw p.typeError("index must be a non-negative integer");
    return {
      __proto__: null,
      index,
      id: optionalText(value.id, "id"),
      name: optionalText(value.name, "name"),
      arguments: optionalText(value.arguments, "arguments"),
    };
  }

  function usage(value: unknown): Bag | undefined {
    if (value === undefined || value === null) return undefined;
    if (!isBag(value)) throw p.typeError("usage must be an object");
    const whole = p.parse(json(value)) as Bag;
    for (let i = 0; i < counts.length; i++) {
      const name = counts[i]!;
      const count = member(value, name, camelCounts[i]!);
      delete whole[camelCounts[i]!];
      delete whole[name];
      if (count === undefined || count === null) continue;
      if (!p.isInteger(count) || (count as number) < 0) throw p.typeError(`${name} must be a non-negative integer`);
      whole[name] = count;
    }
    return whole;
  }

  function delta(value: unknown): Bag {
    if (value === undefined) throw p.typeError("delta must be given");
    if (!isBag(value)) throw p.typeError("delta must be an object");
    // By far the most deltas are of text alone: they have no other names, and looking for those takes three calls that are not inlined.
    const keys = p.keys(value);
    const find = keys.length === 1 && keys[0] === "content" ? documented : member;
    const call = find(value, "tool_call", "toolCall");
    const fragments = find(value, "tool_calls", "toolCalls");
    return {
      __proto__: null,
      content: optionalText(value.content, "content"),
      reasoning: optionalText(value.reasoning, "reasoning"),
      tool_call: call === undefined || call === null ? undefined : toolCall(call),
      tool_calls: fragments === undefined || fragments === null ? [] : p.map(list(fragments, "tool_calls"), fragment),
      finish_reason: optionalText(find(value, "finish_reason", "finishReason"), "finish_reason"),
      usage: usage(value.usage),
    };
  }

  return {
    text,
    ticks(value, name) {
      if (typeof value !== "number") throw p.typeError(`${name} must be a number`);
      if (!p.isFinite(value) || value < 0) throw p.typeError(`${name} must be a non-negative integer`);
      return `${value >= MAX ? MAX : p.trunc(value)}`;
    },
    messages: (value) => p.map(list(value, "messages"), message),
    tools: (value) => p.map(list(value, "tools"), tool),
    params(value) {
      if (value === undefined || value === null || value === "") return undefined;
      return typeof value === "string" ? value : json(value);
    },
    toolArguments(value) {
      if (value === undefined) throw p.typeError("arguments must be given");
      if (typeof value === "string") {
        // Text that holds an object is what a model wrote: as text inside text, no server could read it (a fault of the reference).
        try {
          const parsed = p.parse(value);
          if (typeof parsed === "object" && parsed !== null && !p.isArray(parsed)) return value;
        } catch {
          // Not JSON: an ordinary string.
        }
      }
      return json(value);
    },
    delta,
    bytes(value) {
      const bytes = list(value, "bytes");
      let read = "";
      for (let i = 0; i < bytes.length; i++) {
        const byte = bytes[i];
        if (typeof byte !== "number") throw p.typeError("byte must be a number");
        if (!p.isInteger(byte) || byte < 0 || byte > 255) throw p.typeError("byte out of range 0..=255");
        read += p.fromCode(byte);
      }
      return read;
    },
  };
}
