/**
 * The `omw` global of a js brain (facts §9.2), made inside its world (sent there as source; see `js_primordials.ts`).
 * @module
 */

import type { Bag, Primordials } from "./js_primordials.ts";
import type { Readers } from "./js_read.ts";
import type { Shapes } from "./js_shapes.ts";

/**
 * Makes the namespaces `provider`, `tooling` and `host`.
 * @param json writes a value of the brain's as JSON
 * @param call makes a call of the host
 */
export function makeOmw(
  p: Primordials,
  read: Readers,
  shapes: Shapes,
  json: (value: unknown) => string,
  call: (op: string, args: string) => string,
): Bag {
  /** A call's result, or its error: they are told apart by the first unit. */
  function result(reply: string, makeError: (message: string) => Error): unknown {
    // What most calls come to, among them those that are made for every delta.
    if (reply === "=null") return null;
    const rest = p.slice(reply, 1);
    if (reply[0] === "!") throw makeError(rest);
    return p.parse(rest);
  }

  /** A call whose failure is an `Error`, as host functions have it. */
  function host(op: string, args: string): unknown {
    return result(call(op, args), p.error);
  }

  /** A call whose failure is a `TypeError`, as handles have it. */
  function handle(op: string, args: string): unknown {
    return result(call(op, args), p.typeError);
  }

  /** The configured name of the handle that a method was called on. */
  function nameOf(self: unknown): string {
    if ((typeof self !== "object" && typeof self !== "function") || self === null) {
      throw p.typeError("method must be called on a handle");
    }
    const { name } = self as Bag;
    if (typeof name !== "string") throw p.typeError("handle object missing name");
    return name;
  }

  /** Checks what `chat` and `chatStream` are given. */
  function chatArgs(provider: string, args: unknown[]): string {
    const model = read.text(args[0], "model");
    const messages = read.messages(args[1]);
    const tools = read.tools(args[2]);
    return p.stringify({ __proto__: null, provider, model, messages, tools, params: read.params(args[3]) });
  }

  /** Checks what `callTool` and `callToolBlocking` are given. */
  function toolArgs(tooling: string, args: unknown[]): string {
    const name = read.text(args[0], "tool");
    return p.stringify({ __proto__: null, tooling, name, arguments: read.toolArguments(args[1]) });
  }

  function resourceArgs(tooling: string, uri: unknown): string {
    return p.stringify({ __proto__: null, tooling, uri: read.text(uri, "uri") });
  }

  // Methods take their arguments as a rest: in the reference each has the length 0.
  function makeProvider(name: string): Bag {
    return {
      name,
      chat(...args: unknown[]) {
        return shapes.chatResult(handle("chat", chatArgs(nameOf(this), args)) as Bag);
      },
      chatStream(...args: unknown[]) {
        return handle("chat_stream", chatArgs(nameOf(this), args));
      },
      isOpen(...args: unknown[]) {
        nameOf(this);
        return handle("is_open", read.text(args[0], "uuid"));
      },
      cancel(...args: unknown[]) {
        nameOf(this);
        handle("cancel_chat", read.text(args[0], "uuid"));
      },
      listModels() {
        return handle("list_models", nameOf(this));
      },
      kind() {
        return handle("provider_kind", nameOf(this));
      },
    };
  }

  function makeTooling(name: string): Bag {
    return {
      name,
      listTools() {
        return shapes.listedTools(handle("list_tools", nameOf(this)) as Bag[]);
      },
      callTool(...args: unknown[]) {
        return handle("call_tool", toolArgs(nameOf(this), args));
      },
      callToolBlocking(...args: unknown[]) {
        return shapes.toolResult(handle("call_tool_blocking", toolArgs(nameOf(this), args)) as Bag);
      },
      isOpen(...args: unknown[]) {
        nameOf(this);
        return handle("is_open", read.text(args[0], "uuid"));
      },
      cancel(...args: unknown[]) {
        nameOf(this);
        handle("cancel_tool", read.text(args[0], "uuid"));
      },
      kind() {
        return handle("tooling_kind", nameOf(this));
      },
      listResources() {
        return shapes.listedResources(handle("list_resources", nameOf(this)) as Bag[]);
      },
      listResourceTemplates() {
        return shapes.listedTemplates(handle("list_resource_templates", nameOf(this)) as Bag[]);
      },
      readResource(...args: unknown[]) {
        const asked = resourceArgs(nameOf(this), args[0]);
        return shapes.readContents(handle("read_resource", asked) as Bag[], args[0] as string);
      },
      subscribeResourceList() {
        return handle("subscribe_resource_list", nameOf(this));
      },
      subscribeResource(...args: unknown[]) {
        return handle("subscribe_resource", resourceArgs(nameOf(this), args[0]));
      },
      unsubscribeResourceList(...args: unknown[]) {
        nameOf(this);
        handle("unsubscribe_resource_list", read.text(args[0], "uuid"));
      },
      unsubscribeResource(...args: unknown[]) {
        nameOf(this);
        handle("unsubscribe_resource", read.text(args[0], "uuid"));
      },
    };
  }

  /** A host function of one text whose result is the call's. */
  function oneText(op: string, name: string): (...args: unknown[]) => unknown {
    return (...args) => host(op, read.text(args[0], name));
  }

  /** A host function of one text without a result. */
  function oneTextNoResult(op: string, name: string): (...args: unknown[]) => void {
    return (...args) => void host(op, read.text(args[0], name));
  }

  /** A host function of one time or duration. */
  function oneTime(op: string, name: string): (...args: unknown[]) => unknown {
    return (...args) => host(op, read.ticks(args[0], name));
  }

  /** The session of the last delta, and it as JSON. */
  let streamed = { session: "", text: '""' };

  /**
   * What `p.stringify` makes of a session and a delta of text alone, in a third of its time (measured): by far the most are these.
   * In this spelling the process knows them again (`plain_stream.ts` in `src/protocol/`).
   */
  function plainStream(session: string, delta: Bag): string | undefined {
    if (typeof delta.content !== "string" || (delta.tool_calls as unknown[]).length > 0) return undefined;
    if (delta.reasoning !== undefined || delta.tool_call !== undefined) return undefined;
    if (delta.finish_reason !== undefined || delta.usage !== undefined) return undefined;
    if (session !== streamed.session) streamed = { session, text: p.stringify(session) };
    return `{"session":${streamed.text},"delta":{"content":${p.stringify(delta.content)},"tool_calls":[]}}`;
  }

  function setMemory(key: string, value: string): void {
    host("memory_set", p.stringify({ __proto__: null, key, value }));
  }

  function getMemory(key: unknown): string | undefined {
    return (host("memory_get", read.text(key, "key")) as string | null) ?? undefined;
  }

  const functions: Bag = {
    log(...args: unknown[]) {
      const level = read.text(args[0], "level");
      host("log", p.stringify({ __proto__: null, level, message: read.text(args[1], "message") }));
    },
    whoami: () => host("whoami", ""),
    timeNow: () => host("time_now", ""),
    timeFormat(...args: unknown[]) {
      const ts = read.ticks(args[0], "ts");
      return host("time_format", p.stringify({ __proto__: null, ts, format: read.text(args[1], "format") }));
    },
    waitUntil: oneTime("wait_until", "ts"),
    waitFor: oneTime("wait_for", "ms"),
    waitCron: oneText("wait_cron", "spec"),
    sleepFor(...args: unknown[]) {
      host("sleep_for", read.ticks(args[0], "ms"));
    },
    sleepUntil(...args: unknown[]) {
      host("sleep_until", read.ticks(args[0], "ts"));
    },
    sleepCron: oneTextNoResult("sleep_cron", "spec"),
    cancelTimer: oneTextNoResult("cancel_timer", "uuid"),
    subscribeAgent: oneText("subscribe_agent", "agent"),
    unsubscribeAgent: oneTextNoResult("unsubscribe_agent", "uuid"),
    subscribeLifecycle: () => host("subscribe_lifecycle", ""),
    unsubscribeLifecycle: oneTextNoResult("unsubscribe_lifecycle", "uuid"),
    sendAgent(...args: unknown[]) {
      const agent = read.text(args[0], "agent");
      host("send_agent", p.stringify({ __proto__: null, agent, payload: read.text(args[1], "payload") }));
    },
    recv: () => shapes.event(host("recv", "") as Bag),
    tryRecv() {
      const envelope = host("try_recv", "") as Bag | null;
      return envelope === null ? undefined : shapes.event(envelope);
    },
    newUuid: () => host("new_uuid", ""),
    base64Encode: (...args: unknown[]) => host("base64_encode", read.bytes(args[0])),
    base64Decode(...args: unknown[]) {
      const units = host("base64_decode", read.text(args[0], "data")) as string;
      const bytes: number[] = [];
      for (let i = 0; i < units.length; i++) bytes[i] = p.codeAt(units, i);
      return bytes;
    },
    memoryGet: (...args: unknown[]) => getMemory(args[0]),
    memorySet(...args: unknown[]) {
      const key = read.text(args[0], "key");
      setMemory(key, read.text(args[1], "value"));
    },
    memoryRemove: oneText("memory_remove", "key"),
    memoryGetAs(...args: unknown[]) {
      const stored = getMemory(args[0]);
      if (stored === undefined) return undefined;
      try {
        return p.parse(stored);
      } catch {
        return stored;
      }
    },
    memorySetAs(...args: unknown[]) {
      const key = read.text(args[0], "key");
      if (args[1] === undefined) throw p.typeError("value must be given");
      setMemory(key, json(args[1]));
    },
    subscribeEndpoint: oneText("subscribe_endpoint", "model"),
    unsubscribeEndpoint: oneTextNoResult("unsubscribe_endpoint", "uuid"),
    streamEndpoint(...args: unknown[]) {
      const session = read.text(args[0], "session");
      const delta = read.delta(args[1]);
      host("stream_endpoint", plainStream(session, delta) ?? p.stringify({ __proto__: null, session, delta }));
    },
  };

  return {
    provider: {
      get(...args: unknown[]) {
        const name = read.text(args[0], "name");
        handle("provider_get", name);
        return makeProvider(name);
      },
    },
    tooling: {
      get(...args: unknown[]) {
        const name = read.text(args[0], "name");
        handle("tooling_get", name);
        return makeTooling(name);
      },
    },
    host: functions,
  };
}
