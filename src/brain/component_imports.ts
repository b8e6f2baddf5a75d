/**
 * The contract's `provider`, `tooling` and `host` interfaces as a component imports them (facts §1).
 * @module
 */

import type {
  ChatResult,
  Envelope,
  ResourceContent,
  ResourceInfo,
  ResourceTemplate,
  Tool,
  ToolResult,
} from "../protocol/model.ts";
import type { InnerBridge } from "./component_bridge.ts";
import type { ComponentRecord, ComponentRecords } from "./component_records.ts";

/** Functions and classes by interface, and in it by name in camel case. */
export type ComponentImports = Record<string, Record<string, unknown>>;

/** Runs inside (see `component_bridge.ts`). A failed call throws a bare text: anything else would be a trap. */
export function componentImports(bridge: InnerBridge, records: ComponentRecords): ComponentImports {
  const { call } = bridge;

  /** Makes a call whose result can be an error. */
  function ask<T>(op: string, args = ""): T {
    const reply = call(op, args);
    if (reply.charCodeAt(0) === 33 /* ! */) throw reply.slice(1);
    return JSON.parse(reply.slice(1)) as T;
  }

  /** Makes a call that has no way to say that it failed. */
  function tell<T>(op: string, args: string, otherwise: T): T {
    const reply = call(op, args);
    return reply.charCodeAt(0) === 33 /* ! */ ? otherwise : JSON.parse(reply.slice(1)) as T;
  }

  function text(args: Record<string, unknown>): string {
    return JSON.stringify(args);
  }

  function bytesText(bytes: Uint8Array): string {
    let read = "";
    // In pieces, because the engine bounds the number of arguments.
    for (let i = 0; i < bytes.length; i += 8192) read += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return read;
  }

  function bytesOf(units: string): Uint8Array {
    const bytes = new Uint8Array(units.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = units.charCodeAt(i);
    return bytes;
  }

  class Provider {
    readonly #name: string;

    constructor(name: string) {
      this.#name = name;
    }

    name(): string {
      return this.#name;
    }

    kind(): string {
      return tell("provider_kind", this.#name, "");
    }

    listModels(): string[] {
      return ask("list_models", this.#name);
    }

    chat(model: string, messages: ComponentRecord[], tools: ComponentRecord[], params: string | undefined): ComponentRecord {
      return records.resultOut(ask<ChatResult>("chat", this.#chat(model, messages, tools, params)));
    }

    chatStream(model: string, messages: ComponentRecord[], tools: ComponentRecord[], params: string | undefined): string {
      return ask("chat_stream", this.#chat(model, messages, tools, params));
    }

    isOpen(uuid: string): boolean {
      return tell("is_open", uuid, false);
    }

    cancel(uuid: string): void {
      tell("cancel_chat", uuid, null);
    }

    #chat(model: string, messages: ComponentRecord[], tools: ComponentRecord[], params: string | undefined): string {
      const provider = this.#name;
      return text({ provider, model, messages: messages.map(records.messageIn), tools: tools.map(records.toolIn), params });
    }
  }

  class Tooling {
    readonly #name: string;

    constructor(name: string) {
      this.#name = name;
    }

    name(): string {
      return this.#name;
    }

    kind(): string {
      return tell("tooling_kind", this.#name, "");
    }

    listTools(): ComponentRecord[] {
      return ask<Tool[]>("list_tools", this.#name).map(records.toolOut);
    }

    callTool(name: string, args: string): string {
      return ask("call_tool", text({ tooling: this.#name, name, arguments: args }));
    }

    callToolBlocking(name: string, args: string): ComponentRecord {
      const asked = text({ tooling: this.#name, name, arguments: args });
      return records.toolResultOut(ask<ToolResult>("call_tool_blocking", asked));
    }

    isOpen(uuid: string): boolean {
      return tell("is_open", uuid, false);
    }

    cancel(uuid: string): void {
      tell("cancel_tool", uuid, null);
    }

    listResources(): ComponentRecord[] {
      return ask<ResourceInfo[]>("list_resources", this.#name).map(records.resourceOut);
    }

    listResourceTemplates(): ComponentRecord[] {
      return ask<ResourceTemplate[]>("list_resource_templates", this.#name).map(records.templateOut);
    }

    readResource(uri: string): ComponentRecord | ComponentRecord[] {
      return records.contentsOut(uri, ask<ResourceContent[]>("read_resource", text({ tooling: this.#name, uri })));
    }

    subscribeResourceList(): string {
      return ask("subscribe_resource_list", this.#name);
    }

    unsubscribeResourceList(uuid: string): void {
      tell("unsubscribe_resource_list", uuid, null);
    }

    subscribeResource(uri: string): string {
      return ask("subscribe_resource", text({ tooling: this.#name, uri }));
    }

    unsubscribeResource(uuid: string): void {
      tell("unsubscribe_resource", uuid, null);
    }
  }

  function event(envelope: Envelope | null): ComponentRecord | undefined {
    return envelope === null ? undefined : records.envelopeOut(envelope);
  }

  return {
    "omw:omw/types": {},
    "omw:omw/provider": {
      Provider,
      get(name: string): Provider {
        ask("provider_get", name);
        return new Provider(name);
      },
    },
    "omw:omw/tooling": {
      Tooling,
      get(name: string): Tooling {
        ask("tooling_get", name);
        return new Tooling(name);
      },
    },
    "omw:omw/host": {
      log: (level: string, message: string) => void tell("log", text({ level, message }), null),
      whoami: () => tell("whoami", "", ""),
      timeNow: () => BigInt(tell("time_now", "", 0)),
      timeFormat: (ts: bigint, format: string) => tell("time_format", text({ ts: `${ts}`, format }), ""),
      waitUntil: (ts: bigint) => ask("wait_until", `${ts}`),
      waitFor: (ms: bigint) => ask("wait_for", `${ms}`),
      waitCron: (spec: string) => ask("wait_cron", spec),
      cancelTimer: (uuid: string) => void tell("cancel_timer", uuid, null),
      sleepFor: (ms: bigint) => void tell("sleep_for", `${ms}`, null),
      sleepUntil: (ts: bigint) => void ask("sleep_until", `${ts}`),
      sleepCron: (spec: string) => void ask("sleep_cron", spec),
      subscribeLifecycle: () => ask("subscribe_lifecycle"),
      unsubscribeLifecycle: (uuid: string) => void tell("unsubscribe_lifecycle", uuid, null),
      subscribeAgent: (agent: string) => ask("subscribe_agent", agent),
      unsubscribeAgent: (uuid: string) => void tell("unsubscribe_agent", uuid, null),
      subscribeEndpoint: (model: string) => ask("subscribe_endpoint", model),
      unsubscribeEndpoint: (uuid: string) => void tell("unsubscribe_endpoint", uuid, null),
      streamEndpoint: (session: string, delta: ComponentRecord) =>
        void ask("stream_endpoint", text({ session, delta: records.deltaIn(delta) })),
      sendAgent: (agent: string, payload: string) => void tell("send_agent", text({ agent, payload }), null),
      recv: () => event(ask<Envelope>("recv")),
      tryRecv: () => event(ask<Envelope | null>("try_recv")),
      newUuid: () => tell("new_uuid", "", ""),
      base64Encode: (bytes: Uint8Array) => tell("base64_encode", bytesText(bytes), ""),
      base64Decode: (data: string) => bytesOf(ask("base64_decode", data)),
      memoryGet: (key: string) => tell<string | null>("memory_get", key, null) ?? undefined,
      memorySet: (key: string, value: string) => void tell("memory_set", text({ key, value }), null),
      memoryRemove: (key: string) => tell("memory_remove", key, false),
    },
  };
}
