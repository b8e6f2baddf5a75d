/**
 * The calls of a js brain's world on the imports of a component: what a built brain has in place of the pipes to the host.
 *
 * Like the `js_*` files this is sent elsewhere as source, into the component that `omw build` makes, so it uses its parameter and the
 * language alone. The toolchain there (componentize-qjs) takes and gives plain objects with camelCase members for records, `{ tag, val }`
 * for variants, numbers for `u64`, and throws an error with a `payload` for an err; what is of another type than the contract says ends
 * the instance, so every value is put into its shape here.
 * @module
 */

import type { Bag } from "./js_primordials.ts";
import type { Bridge } from "./js_install.ts";

/** The functions or methods of an imported interface or resource. */
export type WitFunctions = Record<string, (...args: unknown[]) => unknown>;

/** The three interfaces of `wit/omw.wit` that a brain calls. */
export interface WitImports {
  /** `omw:omw/host`. */
  host: WitFunctions;
  /** `omw:omw/provider`; `get` gives a resource. */
  provider: WitFunctions;
  /** `omw:omw/tooling`; `get` gives a resource. */
  tooling: WitFunctions;
}

/** Makes the bridge. To be called before the brain's script runs. */
export function makeWitBridge({ host, provider, tooling }: WitImports): Bridge {
  const { parse, stringify } = JSON;
  const { fromCharCode } = String;
  const [Bytes, MapOf, NumberOf] = [Uint8Array, Map, Number];
  const providers = new MapOf<string, WitFunctions>();
  const toolings = new MapOf<string, WitFunctions>();

  /** Snake case to camel case, for the names of calls. */
  function camel(op: string): string {
    let name = "";
    for (let i = 0; i < op.length; i++) name += op[i] === "_" ? op[++i]!.toUpperCase() : op[i]!;
    return name;
  }

  /** A configured back end; handles are made once, for they hold nothing but a name. */
  function handle(from: WitFunctions, known: Map<string, WitFunctions>, name: string): WitFunctions {
    let found = known.get(name);
    if (found === undefined) known.set(name, found = from.get!(name) as WitFunctions);
    return found;
  }

  /** Any handle: the methods on uuids don't look at theirs. A brain without one has opened nothing that they could be about. */
  function any(known: Map<string, WitFunctions>): WitFunctions | undefined {
    for (const [, found] of known) return found;
    return undefined;
  }

  function each(values: unknown, shape: (value: Bag) => unknown): unknown[] {
    const list = values as Bag[];
    const shaped: unknown[] = [];
    for (let i = 0; i < list.length; i++) shaped[i] = shape(list[i]!);
    return shaped;
  }

  function maybe(value: unknown): unknown {
    return value === null ? undefined : value;
  }

  function callIn(call: Bag): Bag {
    return { id: call.id, name: call.name, arguments: call.arguments };
  }

  function fragmentIn(part: Bag): Bag {
    return { index: part.index, id: maybe(part.id), name: maybe(part.name), arguments: maybe(part.arguments) };
  }

  function messageIn(message: Bag): Bag {
    return {
      role: message.role,
      content: maybe(message.content),
      reasoning: maybe(message.reasoning),
      toolCalls: each(message.tool_calls, callIn),
      toolCallId: maybe(message.tool_call_id),
    };
  }

  function toolIn(tool: Bag): Bag {
    return {
      name: tool.name,
      title: maybe(tool.title),
      description: maybe(tool.description),
      inputSchema: tool.input_schema,
      outputSchema: maybe(tool.output_schema),
      annotations: undefined,
    };
  }

  function deltaIn(delta: Bag): Bag {
    const call = maybe(delta.tool_call);
    const usage = maybe(delta.usage);
    return {
      content: maybe(delta.content),
      reasoning: maybe(delta.reasoning),
      toolCall: call === undefined ? undefined : callIn(call as Bag),
      toolCalls: each(delta.tool_calls, fragmentIn),
      finishReason: maybe(delta.finish_reason),
      usage: usage === undefined ? undefined : stringify(usage),
    };
  }

  function replyOut(reply: Bag): Bag {
    return {
      content: reply.content,
      reasoning: reply.reasoning,
      tool_call: reply.toolCall,
      tool_calls: reply.toolCalls,
      finish_reason: reply.finishReason,
      usage: typeof reply.usage === "string" ? parse(reply.usage) : undefined,
    };
  }

  function messageOut(message: Bag): Bag {
    return {
      role: message.role,
      content: message.content,
      reasoning: message.reasoning,
      tool_calls: message.toolCalls,
      tool_call_id: message.toolCallId,
    };
  }

  function toolOut(tool: Bag): Bag {
    const hints = maybe(tool.annotations) as Bag | undefined;
    return {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      input_schema: tool.inputSchema,
      output_schema: tool.outputSchema,
      annotations: hints && {
        read_only_hint: hints.readOnlyHint,
        destructive_hint: hints.destructiveHint,
        idempotent_hint: hints.idempotentHint,
        open_world_hint: hints.openWorldHint,
      },
    };
  }

  function resultOut(result: Bag): Bag {
    return {
      name: result.name,
      arguments: result.arguments,
      value: result.value,
      content: result.content,
      structured_content: result.structuredContent,
      is_error: result.isError,
    };
  }

  function resourceOut(resource: Bag): Bag {
    const notes = maybe(resource.annotations) as Bag | undefined;
    return {
      uri: resource.uri,
      name: resource.name,
      title: resource.title,
      description: resource.description,
      mime_type: resource.mimeType,
      size: typeof resource.size === "bigint" ? NumberOf(resource.size) : resource.size,
      annotations: notes && { audience: notes.audience, priority: notes.priority, last_modified: notes.lastModified },
    };
  }

  function templateOut(template: Bag): Bag {
    return {
      uri_template: template.uriTemplate,
      name: template.name,
      title: template.title,
      description: template.description,
      mime_type: template.mimeType,
    };
  }

  function contentOut(content: Bag): Bag {
    // In the order that contents have everywhere else: a brain sees the list as it is.
    return { uri: content.uri, content: content.content, mime_type: content.mimeType };
  }

  function payloadOut(kind: unknown, value: unknown): unknown {
    switch (kind) {
      case "chat-delta":
        return replyOut(value as Bag);
      case "tool-result":
        return resultOut(value as Bag);
      case "resource-list-updated":
        return each(value, resourceOut);
      case "resource-updated":
        return each(value, contentOut);
      case "endpoint-message": {
        const { session, messages, tools, params } = value as Bag;
        return { session, messages: each(messages, messageOut), tools: each(tools, toolOut), params };
      }
      default:
        return value;
    }
  }

  function envelopeOut(envelope: unknown): unknown {
    if (envelope === undefined || envelope === null) return null;
    const { id, event } = envelope as { id: string; event: Bag };
    return { id, event: { kind: event.tag, payload: payloadOut(event.tag, event.val) } };
  }

  function chat(method: string, args: string): unknown {
    const { provider: name, model, messages, tools, params } = parse(args) as Bag;
    const given = params === "" ? undefined : maybe(params);
    return handle(provider, providers, name as string)[method]!(model, each(messages, messageIn), each(tools, toolIn), given);
  }

  function toolCall(method: string, args: string): unknown {
    const { tooling: name, name: tool, arguments: text } = parse(args) as Bag;
    return handle(tooling, toolings, name as string)[method]!(tool, text);
  }

  function resource(method: string, args: string): unknown {
    const { tooling: name, uri } = parse(args) as Bag;
    return handle(tooling, toolings, name as string)[method]!(uri);
  }

  function bytesOf(units: string): Uint8Array {
    const bytes = new Bytes(units.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = units.charCodeAt(i);
    return bytes;
  }

  function unitsOf(bytes: Uint8Array): string {
    let units = "";
    for (let i = 0; i < bytes.length; i++) units += fromCharCode(bytes[i]!);
    return units;
  }

  /** The call's result, as JSON can carry it. */
  function perform(op: string, args: string): unknown {
    const method = camel(op);
    switch (op) {
      case "provider_get":
        return void handle(provider, providers, args);
      case "tooling_get":
        return void handle(tooling, toolings, args);
      case "provider_kind":
        return handle(provider, providers, args).kind!();
      case "tooling_kind":
        return handle(tooling, toolings, args).kind!();
      case "list_models":
        return handle(provider, providers, args).listModels!();
      case "chat":
        return replyOut(chat("chat", args) as Bag);
      case "chat_stream":
        return chat("chatStream", args);
      case "is_open":
        return any(providers)?.isOpen?.(args) === true || any(toolings)?.isOpen?.(args) === true;
      case "cancel_chat":
        return any(providers)?.cancel?.(args);
      case "cancel_tool":
        return any(toolings)?.cancel?.(args);
      case "list_tools":
        return each(handle(tooling, toolings, args).listTools!(), toolOut);
      case "call_tool":
        return toolCall("callTool", args);
      case "call_tool_blocking":
        return resultOut(toolCall("callToolBlocking", args) as Bag);
      case "list_resources":
        return each(handle(tooling, toolings, args).listResources!(), resourceOut);
      case "list_resource_templates":
        return each(handle(tooling, toolings, args).listResourceTemplates!(), templateOut);
      case "read_resource":
        return each(resource("readResource", args), contentOut);
      case "subscribe_resource":
        return resource("subscribeResource", args);
      case "subscribe_resource_list":
        return handle(tooling, toolings, args).subscribeResourceList!();
      case "unsubscribe_resource":
      case "unsubscribe_resource_list":
        return any(toolings)?.[method]?.(args);
      case "log": {
        const { level, message } = parse(args) as Bag;
        return host.log!(level, message);
      }
      case "time_now":
        return NumberOf(host.timeNow!());
      case "time_format": {
        const { ts, format } = parse(args) as { ts: string; format: string };
        return host.timeFormat!(NumberOf(ts), format);
      }
      case "wait_until":
      case "wait_for":
      case "sleep_for":
      case "sleep_until":
        return host[method]!(NumberOf(args));
      case "send_agent": {
        const { agent, payload } = parse(args) as Bag;
        return host.sendAgent!(agent, payload);
      }
      case "stream_endpoint": {
        const { session, delta } = parse(args) as { session: string; delta: Bag };
        return host.streamEndpoint!(session, deltaIn(delta));
      }
      case "recv":
      case "try_recv":
        return envelopeOut(host[method]!());
      case "base64_encode":
        return host.base64Encode!(bytesOf(args));
      case "base64_decode":
        return unitsOf(host.base64Decode!(args) as Uint8Array);
      case "memory_set": {
        const { key, value } = parse(args) as Bag;
        return host.memorySet!(key, value);
      }
      case "whoami":
      case "subscribe_lifecycle":
      case "new_uuid":
        return host[method]!();
      default:
        return host[method]!(args);
    }
  }

  return (op, args) => {
    let result: unknown;
    try {
      result = perform(op, args);
    } catch (error) {
      const payload = typeof error === "object" && error !== null ? (error as Bag).payload : undefined;
      // Anything else is the engine's own, such as too little stack.
      if (typeof payload !== "string") throw error;
      return "!" + payload;
    }
    return "=" + (stringify(result) ?? "null");
  };
}
