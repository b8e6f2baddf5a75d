/**
 * Between the messages of `src/protocol/model.ts` and a component's records, whichever revision of the contract it was built for
 * (design §6). The transpiler's glue ignores members that a component's own record lacks and takes absent optional ones for
 * none, so one object with everything serves all revisions; only what conflicts depends on the component's shapes.
 * @module
 */

import type {
  ChatDelta,
  ChatMessage,
  ChatResult,
  Envelope,
  Event,
  ResourceContent,
  ResourceInfo,
  ResourceTemplate,
  Tool,
  ToolCall,
  ToolCallDelta,
  ToolResult,
  Usage,
} from "../protocol/model.ts";

/** A record of a component, as its glue lifts and lowers it. */
export type ComponentRecord = Record<string, unknown>;

/** The adapters; `…Out` makes what a component is handed, `…In` reads what it hands over. */
export interface ComponentRecords {
  /** A message from a component. */
  messageIn(message: ComponentRecord): ChatMessage;
  /** A tool from a component. */
  toolIn(tool: ComponentRecord): Tool;
  /** A delta from a component. */
  deltaIn(delta: ComponentRecord): ChatDelta;
  /** A whole reply. */
  resultOut(result: ChatResult): ComponentRecord;
  /** A tool. */
  toolOut(tool: Tool): ComponentRecord;
  /** A tool's result. */
  toolResultOut(result: ToolResult): ComponentRecord;
  /** A resource. */
  resourceOut(resource: ResourceInfo): ComponentRecord;
  /** A resource template. */
  templateOut(template: ResourceTemplate): ComponentRecord;
  /** The contents of a resource read: one record or a list. */
  contentsOut(uri: string, contents: ResourceContent[]): ComponentRecord | ComponentRecord[];
  /** An event with its source. */
  envelopeOut(envelope: Envelope): ComponentRecord;
}

/** Runs inside (see `component_bridge.ts`): the adapters for the shapes that `component_shapes.ts` found. */
export function componentRecords(shapes: Record<string, string>): ComponentRecords {
  const roles = ["system", "user", "assistant", "tool"];

  function absent<T>(value: T | null | undefined): T | undefined {
    return value === null ? undefined : value;
  }

  function roleOut(role: string): unknown {
    return shapes.role === "text" ? role : { tag: roles.includes(role) ? role : "user" };
  }

  function count(value: unknown): bigint | undefined {
    return Number.isSafeInteger(value) && (value as number) >= 0 ? BigInt(value as number) : undefined;
  }

  function usageOut(usage: Usage | null | undefined): unknown {
    if (usage === undefined || usage === null) return undefined;
    if (shapes.usage === "json") return JSON.stringify(usage);
    return {
      promptTokens: count(usage.prompt_tokens),
      completionTokens: count(usage.completion_tokens),
      totalTokens: count(usage.total_tokens),
    };
  }

  function usageIn(usage: unknown): Usage | undefined {
    if (usage === undefined || usage === null) return undefined;
    if (typeof usage === "string") return usageText(usage);
    const counts = usage as Record<string, bigint | undefined>;
    const read: Usage = {};
    if (counts.promptTokens !== undefined) read.prompt_tokens = Number(counts.promptTokens);
    if (counts.completionTokens !== undefined) read.completion_tokens = Number(counts.completionTokens);
    if (counts.totalTokens !== undefined) read.total_tokens = Number(counts.totalTokens);
    return read;
  }

  function usageText(text: string): Usage {
    let usage: unknown;
    try {
      usage = JSON.parse(text);
    } catch {
      // An error of a component's call is a text, not an object.
      throw "usage must be a JSON object";
    }
    if (typeof usage !== "object" || usage === null || Array.isArray(usage)) throw "usage must be a JSON object";
    return usage as Usage;
  }

  function messageIn(message: ComponentRecord): ChatMessage {
    const role = typeof message.role === "string" ? message.role : (message.role as { tag: string }).tag;
    const single = message.toolCall as ToolCall | undefined;
    const read: ChatMessage = { role, tool_calls: message.toolCalls as ToolCall[] | undefined ?? (single ? [single] : []) };
    if (message.content !== undefined) read.content = message.content as string;
    if (message.reasoning !== undefined) read.reasoning = message.reasoning as string;
    // Until 0.1.9 a tool's message names the call that it answers by carrying it.
    const answered = message.toolCallId as string | undefined ?? (role === "tool" ? single?.id : undefined);
    if (answered !== undefined) read.tool_call_id = answered;
    return read;
  }

  function messageOut(message: ChatMessage): ComponentRecord {
    const answered = absent(message.tool_call_id);
    return {
      role: roleOut(message.role),
      content: absent(message.content),
      reasoning: absent(message.reasoning),
      toolCall: message.tool_calls[0] ?? (answered === undefined ? undefined : { id: answered, name: "", arguments: "" }),
      toolCalls: message.tool_calls,
      toolCallId: answered,
    };
  }

  function toolIn(tool: ComponentRecord): Tool {
    const hints = tool.annotations as Record<string, boolean | undefined> | undefined;
    return {
      name: tool.name as string,
      title: tool.title as string | undefined,
      description: tool.description as string | undefined,
      input_schema: tool.inputSchema as string,
      output_schema: tool.outputSchema as string | undefined,
      annotations: hints && {
        read_only_hint: hints.readOnlyHint,
        destructive_hint: hints.destructiveHint,
        idempotent_hint: hints.idempotentHint,
        open_world_hint: hints.openWorldHint,
      },
    };
  }

  function toolOut(tool: Tool): ComponentRecord {
    const hints = absent(tool.annotations);
    return {
      name: tool.name,
      title: absent(tool.title),
      description: absent(tool.description),
      inputSchema: tool.input_schema,
      outputSchema: absent(tool.output_schema),
      annotations: hints && {
        readOnlyHint: absent(hints.read_only_hint),
        destructiveHint: absent(hints.destructive_hint),
        idempotentHint: absent(hints.idempotent_hint),
        openWorldHint: absent(hints.open_world_hint),
      },
    };
  }

  function deltaIn(delta: ComponentRecord): ChatDelta {
    const tool_calls = delta.toolCalls as ToolCallDelta[] | undefined ?? [];
    // The content comes first, as `plain_stream.ts` in `src/protocol/` knows it.
    const read: ChatDelta = delta.content === undefined ? { tool_calls } : { content: delta.content as string, tool_calls };
    if (delta.reasoning !== undefined) read.reasoning = delta.reasoning as string;
    if (delta.toolCall !== undefined) read.tool_call = delta.toolCall as ToolCall;
    if (delta.finishReason !== undefined) read.finish_reason = delta.finishReason as string;
    const usage = usageIn(delta.usage);
    if (usage !== undefined) read.usage = usage;
    return read;
  }

  function deltaOut(delta: ChatDelta): ComponentRecord {
    return {
      content: absent(delta.content),
      reasoning: absent(delta.reasoning),
      toolCall: absent(delta.tool_call),
      toolCalls: delta.tool_calls,
      finishReason: absent(delta.finish_reason),
      usage: usageOut(delta.usage),
    };
  }

  function resultOut(result: ChatResult): ComponentRecord {
    return {
      content: absent(result.content),
      reasoning: absent(result.reasoning),
      toolCalls: result.tool_calls,
      finishReason: absent(result.finish_reason),
      usage: usageOut(result.usage),
    };
  }

  function toolResultOut(result: ToolResult): ComponentRecord {
    return {
      name: result.name,
      arguments: result.arguments,
      value: result.value,
      content: result.content,
      structuredContent: absent(result.structured_content),
      isError: result.is_error,
    };
  }

  function resourceOut(resource: ResourceInfo): ComponentRecord {
    const notes = absent(resource.annotations);
    return {
      uri: resource.uri,
      name: resource.name,
      title: absent(resource.title),
      description: absent(resource.description),
      mimeType: absent(resource.mime_type),
      size: count(resource.size),
      annotations: notes && {
        audience: notes.audience,
        priority: absent(notes.priority),
        lastModified: absent(notes.last_modified),
      },
    };
  }

  function templateOut(template: ResourceTemplate): ComponentRecord {
    return {
      uriTemplate: template.uri_template,
      name: template.name,
      title: absent(template.title),
      description: absent(template.description),
      mimeType: absent(template.mime_type),
    };
  }

  function contentOut(content: ResourceContent): ComponentRecord {
    return { uri: content.uri, mimeType: absent(content.mime_type), content: content.content };
  }

  /** Several contents as the one that revisions before 0.1.10 know: their texts joined by line ends. */
  function joined(uri: string, contents: ResourceContent[]): ComponentRecord {
    return {
      uri: uri || (contents[0]?.uri ?? ""),
      mimeType: absent(contents.find(({ mime_type }) => absent(mime_type) !== undefined)?.mime_type),
      content: contents.map(({ content }) => content).join("\n"),
    };
  }

  function payloadOut(event: Event): unknown {
    switch (event.kind) {
      case "message":
      case "error":
        return event.payload;
      case "chat-delta":
        return deltaOut(event.payload);
      case "tool-result":
        return toolResultOut(event.payload);
      case "resource-list-updated":
        return event.payload.map(resourceOut);
      case "resource-updated":
        return shapes["resource-updated"] === "list" ? event.payload.map(contentOut) : joined("", event.payload);
      case "endpoint-message": {
        const { session, messages, tools, params } = event.payload;
        return { session, messages: messages.map(messageOut), tools: tools.map(toolOut), params: absent(params) };
      }
      case "endpoint-session-end":
        return { session: event.payload.session, error: absent(event.payload.error) };
      default:
        return undefined;
    }
  }

  return {
    messageIn,
    toolIn,
    deltaIn,
    resultOut,
    toolOut,
    toolResultOut,
    resourceOut,
    templateOut,
    contentsOut: (uri, contents) => shapes["read-resource"] === "list" ? contents.map(contentOut) : joined(uri, contents),
    envelopeOut: ({ id, event }) => ({ id, event: { tag: event.kind, val: payloadOut(event) } }),
  };
}
