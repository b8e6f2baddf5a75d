/**
 * The calls that a brain makes of its host, as frames carry them (design §3): one-way where the child knows the answer, round trips
 * where only the host does. Both ends are typed from here, and the host checks each call against the tables at the end.
 *
 * Members named `u` are handles: v4 UUIDs that the child minted for what the call opens, or that name what it closes.
 * @module
 */

import { anything, type Check, count, listOf, mapOf, optional, record, text, uuid } from "./check.ts";
import type { ChatRequest } from "./backends.ts";
import type { ChatDelta, ChatResult, Json, ResourceContent, ResourceInfo, ResourceTemplate, Tool, ToolResult } from "./model.ts";
import { type WasiCalls, wasiCheck, type WasiOp, type WasiReply } from "./wasi.ts";

/** What `chat` and `chat-stream` ask: what the provider gets, and which provider that is. */
export interface ChatArgs extends ChatRequest {
  /** The provider's configured name. */
  provider: string;
}

/** What `call-tool` and `call-tool-blocking` ask. */
export interface ToolArgs {
  /** The tooling's configured name. */
  tooling: string;
  /** The tool's name. */
  name: string;
  /** The arguments as the brain wrote them; JSON text if all is well. */
  arguments: string;
}

/** Names a handle. */
export interface HandleArgs {
  /** The handle. */
  u: string;
}

/** One delta for an endpoint session. */
export interface StreamArgs {
  /** The session. */
  session: string;
  /** The delta. */
  delta: ChatDelta;
}

/** The arguments of each one-way call. */
export interface OneWayCalls {
  /** Opens a chat stream. */
  chat_stream: ChatArgs & HandleArgs;
  /** Cancels a chat stream. */
  cancel_chat: HandleArgs;
  /** Queues a tool call. */
  call_tool: ToolArgs & HandleArgs;
  /** Cancels a queued tool call. */
  cancel_tool: HandleArgs;
  /** Ends a resource-list subscription. */
  unsubscribe_resource_list: HandleArgs;
  /** Ends a resource subscription. */
  unsubscribe_resource: HandleArgs;
  /** Starts a timer of `ms` milliseconds. */
  wait_for: HandleArgs & { ms: number };
  /** Starts a timer that fires at `ts`, in ms since the Unix epoch. */
  wait_until: HandleArgs & { ts: number };
  /** Cancels a timer. */
  cancel_timer: HandleArgs;
  /** Subscribes to an agent's messages. */
  subscribe_agent: HandleArgs & { agent: string };
  /** Ends a subscription to an agent. */
  unsubscribe_agent: HandleArgs;
  /** Subscribes to lifecycle events; `ok` is false when the child refused it (traced all the same, facts §10.4). */
  subscribe_lifecycle: HandleArgs & { ok: boolean };
  /** Ends the lifecycle subscription. */
  unsubscribe_lifecycle: HandleArgs;
  /** Gives a model name back. */
  unsubscribe_endpoint: HandleArgs;
  /** Sends a delta to a session that the child knows to be open. */
  stream_endpoint: StreamArgs;
  /** Sends text to an agent. */
  send_agent: { agent: string; payload: string };
  /** Stores a memory value. */
  memory_set: { key: string; value: string };
  /** Removes a memory value. */
  memory_remove: { key: string };
  /** Writes a log line. */
  log: { level: string; message: string };
  /** Text that a component or `console` wrote to its standard output (1) or error (2). */
  output: { fd: number; text: string };
  /** The brain was handed the abort's lifecycle event. */
  abort_taken: HandleArgs;
  /** Something that a component's WASI holds open is needed no more. */
  wasi_close: { h: number };
  /** A call that the child answered by itself, for the trace; sent only when the start frame says that one is wanted. */
  traced: { call: string; detail: Json };
}

/** The arguments of each round trip. */
export interface RoundTripCalls {
  /** The whole reply at once. */
  chat: ChatArgs;
  /** Waits for a tool's result. */
  call_tool_blocking: ToolArgs;
  /** Lists a provider's models. */
  list_models: { provider: string };
  /** Lists a tooling's tools. */
  list_tools: { tooling: string };
  /** Lists a tooling's resources. */
  list_resources: { tooling: string };
  /** Lists a tooling's resource templates. */
  list_resource_templates: { tooling: string };
  /** Reads a resource. */
  read_resource: { tooling: string; uri: string };
  /** Follows a tooling's resource list. */
  subscribe_resource_list: HandleArgs & { tooling: string };
  /** Follows a resource. */
  subscribe_resource: HandleArgs & { tooling: string; uri: string };
  /** Takes a model name. */
  subscribe_endpoint: HandleArgs & { model: string };
  /** Sends a delta and hears which sessions ended meanwhile. */
  stream_endpoint: StreamArgs;
  /** Whether a chat stream or a queued tool call is open. */
  is_open: HandleArgs;
  /** Starts a timer by a cron spec. */
  wait_cron: HandleArgs & { spec: string };
  /** Waits `ms` milliseconds. */
  sleep_for: { ms: number };
  /** Waits until `ts`, in ms since the Unix epoch. */
  sleep_until: { ts: number };
  /** Waits for a cron spec's next time. */
  sleep_cron: { spec: string };
  /** Asks for whatever can be pushed; answered once it was. */
  try_recv: Record<never, never>;
  /** Asks for nothing: the answer comes after all that was sent before it. */
  sync: Record<never, never>;
  /** A call of a component's WASI: which, and its arguments. */
  wasi: { f: WasiOp; a: WasiCalls[WasiOp] };
}

/** What each round trip answers. */
export interface RoundTripResults {
  /** The reply. */
  chat: ChatResult;
  /** The tool's result. */
  call_tool_blocking: ToolResult;
  /** The models' names. */
  list_models: string[];
  /** The tools. */
  list_tools: Tool[];
  /** The resources. */
  list_resources: ResourceInfo[];
  /** The templates. */
  list_resource_templates: ResourceTemplate[];
  /** The contents. */
  read_resource: ResourceContent[];
  /** Nothing. */
  subscribe_resource_list: null;
  /** Nothing. */
  subscribe_resource: null;
  /** The handle that an earlier run had for the model: what was pushed under it belongs to the new one. */
  subscribe_endpoint: string | null;
  /** Nothing. */
  stream_endpoint: null;
  /** Whether it is open. */
  is_open: boolean;
  /** Nothing. */
  wait_cron: null;
  /** Nothing. */
  sleep_for: null;
  /** Nothing. */
  sleep_until: null;
  /** Nothing. */
  sleep_cron: null;
  /** Nothing. */
  try_recv: null;
  /** Nothing. */
  sync: null;
  /** What it came to. */
  wasi: WasiReply;
}

/** The name of a one-way call. */
export type OneWayOp = keyof OneWayCalls;

/** The name of a round trip. */
export type RoundTripOp = keyof RoundTripCalls;

const toolCall: Check = record({ id: text, name: text, arguments: text });
const toolCallDelta: Check = record({ index: count, id: optional(text), name: optional(text), arguments: optional(text) });
const message: Check = record({
  role: text,
  content: optional(text),
  reasoning: optional(text),
  tool_calls: listOf(toolCall),
  tool_call_id: optional(text),
});
const tool: Check = record({
  name: text,
  title: optional(text),
  description: optional(text),
  input_schema: text,
  output_schema: optional(text),
});
const delta: Check = record({
  content: optional(text),
  reasoning: optional(text),
  tool_calls: listOf(toolCallDelta),
  tool_call: optional(toolCall),
  finish_reason: optional(text),
  usage: optional(mapOf(anything)),
});
const chat = { provider: text, model: text, messages: listOf(message), tools: listOf(tool), params: anything };
const call = { tooling: text, name: text, arguments: text };
const stream: Check = record({ session: text, delta });
const handle: Check = record({ u: uuid });
const nothing: Check = record({});

/** The check of each one-way call's arguments. */
export const oneWayChecks: Readonly<Record<OneWayOp, Check>> = {
  chat_stream: record({ ...chat, u: uuid }),
  cancel_chat: handle,
  call_tool: record({ ...call, u: uuid }),
  cancel_tool: handle,
  unsubscribe_resource_list: handle,
  unsubscribe_resource: handle,
  wait_for: record({ u: uuid, ms: count }),
  wait_until: record({ u: uuid, ts: count }),
  cancel_timer: handle,
  subscribe_agent: record({ u: uuid, agent: text }),
  unsubscribe_agent: handle,
  subscribe_lifecycle: handle,
  unsubscribe_lifecycle: handle,
  unsubscribe_endpoint: handle,
  stream_endpoint: stream,
  send_agent: record({ agent: text, payload: text }),
  memory_set: record({ key: text, value: text }),
  memory_remove: record({ key: text }),
  log: record({ level: text, message: text }),
  output: record({ fd: count, text }),
  abort_taken: handle,
  wasi_close: record({ h: count }),
  traced: record({ call: text, detail: anything }),
};

/** The check of each round trip's arguments. */
export const roundTripChecks: Readonly<Record<RoundTripOp, Check>> = {
  chat: record(chat),
  call_tool_blocking: record(call),
  list_models: record({ provider: text }),
  list_tools: record({ tooling: text }),
  list_resources: record({ tooling: text }),
  list_resource_templates: record({ tooling: text }),
  read_resource: record({ tooling: text, uri: text }),
  subscribe_resource_list: record({ u: uuid, tooling: text }),
  subscribe_resource: record({ u: uuid, tooling: text, uri: text }),
  subscribe_endpoint: record({ u: uuid, model: text }),
  stream_endpoint: stream,
  is_open: record({ u: text }),
  wait_cron: record({ u: uuid, spec: text }),
  sleep_for: record({ ms: count }),
  sleep_until: record({ ts: count }),
  sleep_cron: record({ spec: text }),
  try_recv: nothing,
  sync: nothing,
  wasi: wasiCheck,
};
