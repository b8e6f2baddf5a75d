/**
 * The trace's source, and how messages and events look in it (facts §10.4).
 * @module
 */

import type {
  ChatArgs,
  ChatDelta,
  ChatMessage,
  Envelope,
  Event,
  Json,
  Tool,
  ToolCall,
  TraceEvent,
  TraceFeed,
  Usage,
} from "../protocol/mod.ts";

/** Hands every entry to all listeners, synchronously and in order; a listener that throws loses its place, not the others theirs. */
export class TraceHub implements TraceFeed {
  #listeners: ((event: TraceEvent) => void)[] = [];

  /** Whether anybody listens. Callers ask before they build an entry, so that an unheard trace costs one comparison. */
  get active(): boolean {
    return this.#listeners.length > 0;
  }

  /** See {@linkcode TraceFeed}. */
  listen(listener: (event: TraceEvent) => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** Adds an entry. */
  emit(event: TraceEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#listeners = this.#listeners.filter((other) => other !== listener);
        reportError(error);
      }
    }
  }

  /** Adds a call. */
  call(agent: string, op: string, detail: Json): void {
    this.emit({ kind: "call", agent, op, detail });
  }

  /** Adds a received event. */
  inbound(agent: string, envelope: Envelope): void {
    this.emit({ kind: "inbound", agent, id: envelope.id, event: envelope.event.kind, payload: traceEvent(envelope.event) });
  }
}

/** A chat call's detail: every key present, `null` where there is nothing. */
export function traceChat(args: ChatArgs): Json {
  return {
    provider: args.provider,
    model: args.model,
    messages: args.messages.map(traceMessage),
    tools: args.tools.map(traceTool),
    params: args.params ?? null,
  };
}

/** A delta's detail, as `stream_endpoint` and inbound `chat-delta` show it. */
export function traceDelta(delta: ChatDelta): { [key: string]: Json } {
  return {
    content: delta.content ?? null,
    reasoning: delta.reasoning ?? null,
    tool_call: traceToolCall(delta.tool_call),
    tool_calls: delta.tool_calls as unknown as Json,
    finish_reason: delta.finish_reason ?? null,
    usage: delta.usage === undefined || delta.usage === null ? null : traceUsage(delta.usage),
  };
}

/** An event as `{ kind, data }`; kinds without a payload have no `data`. */
export function traceEvent(event: Event): Json {
  switch (event.kind) {
    case "timer":
    case "reload":
    case "shutdown":
    case "chat-end":
      return { kind: event.kind };
    case "message":
    case "error":
      return { kind: event.kind, data: event.payload };
    case "chat-delta":
      return { kind: event.kind, data: traceDelta(event.payload) };
    case "tool-result": {
      const { name, arguments: args, value, is_error } = event.payload;
      return { kind: event.kind, data: { name, arguments: args, result: value, is_error } };
    }
    case "resource-list-updated":
      return {
        kind: event.kind,
        data: event.payload.map((info) => ({
          uri: info.uri,
          name: info.name,
          description: info.description ?? null,
          mime_type: info.mime_type ?? null,
        })),
      };
    case "resource-updated": {
      const mime = event.payload.find((part) => part.mime_type !== undefined)?.mime_type;
      const content = event.payload.map((part) => part.content).join("\n");
      return { kind: event.kind, data: { uri: event.payload[0]?.uri ?? "", mime_type: mime ?? null, content } };
    }
    case "endpoint-message": {
      const { session, messages, tools, params } = event.payload;
      const data = { session, messages: messages.map(traceMessage), tools: tools.map(traceTool), params: parsed(params) };
      return { kind: event.kind, data };
    }
    case "endpoint-session-end":
      return { kind: event.kind, data: { session: event.payload.session, error: event.payload.error ?? null } };
  }
}

function traceMessage(message: ChatMessage): Json {
  return {
    role: message.role,
    content: message.content ?? null,
    reasoning: message.reasoning ?? null,
    tool_call: traceToolCall(message.tool_calls[0]),
    tool_calls: message.tool_calls as unknown as Json,
    tool_call_id: message.tool_call_id ?? null,
  };
}

function traceToolCall(call: ToolCall | undefined): Json {
  return call ? { id: call.id, name: call.name, arguments: call.arguments } : null;
}

function traceTool(tool: Tool): Json {
  return { name: tool.name, description: tool.description ?? null, input_schema: parsed(tool.input_schema) };
}

function traceUsage(usage: Usage): Json {
  return {
    ...usage,
    prompt_tokens: usage.prompt_tokens ?? null,
    completion_tokens: usage.completion_tokens ?? null,
    total_tokens: usage.total_tokens ?? null,
  };
}

/** JSON text as its value; text that is none stays text. */
function parsed(text: string | undefined): Json {
  if (text === undefined || text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
