/**
 * The contract `wit/omw.wit` as an ES module sees it that is made a component without `omw build`, by componentize-qjs or componentize-js:
 * what it may import, and `Runtime`, which it has to export as `runtime`. Failures are thrown: errors with a `payload` that is the text.
 */

/** What a brain exports: `export const runtime: Runtime = { … }`. */
export interface Runtime {
  /** `wasm`. */
  kind(): string;
  /** Runs the brain; text is the agent's terminal message. A thrown text is what the run fails with. */
  run(script: string): string | undefined;
  /** Refuses a script, by throwing a text; a brain that is no interpreter has nothing to check. */
  check(script: string): void;
}

/** A tool call that a model asked for. */
export interface ToolCall {
  /** The call's id. */
  id: string;
  /** The tool's name. */
  name: string;
  /** The arguments as JSON text. */
  arguments: string;
}

/** A fragment of a tool call in a streamed reply. */
export interface ToolCallDelta {
  /** Which call of the reply it belongs to, from 0. */
  index: number;
  /** The call's id; in the first fragment. */
  id?: string;
  /** The tool's name; in the first fragment. */
  name?: string;
  /** The next piece of the arguments' JSON text. */
  arguments?: string;
}

/** A message. */
export interface ChatMessage {
  /** `system`, `user`, `assistant`, `tool`, or any other that the service knows. */
  role: string;
  /** The text. */
  content?: string;
  /** The reasoning that led to it. */
  reasoning?: string;
  /** The calls that an assistant asked for. */
  toolCalls: ToolCall[];
  /** In a tool's message, the id of the call that it answers. */
  toolCallId?: string;
}

/** A piece of a streamed reply. */
export interface ChatDelta {
  /** The next piece of text. */
  content?: string;
  /** The next piece of reasoning. */
  reasoning?: string;
  /** The lowest-numbered call so far with all of its arguments so far. */
  toolCall?: ToolCall;
  /** The new fragments of calls. */
  toolCalls: ToolCallDelta[];
  /** Why the reply ended. */
  finishReason?: string;
  /** Token counts as JSON text. */
  usage?: string;
}

/** A whole reply. */
export interface ChatResult {
  /** All of its text. */
  content?: string;
  /** All of its reasoning. */
  reasoning?: string;
  /** The tool calls that it asks for. */
  toolCalls: ToolCall[];
  /** Why it ended. */
  finishReason?: string;
  /** Token counts as JSON text. */
  usage?: string;
}

/** Hints about what a tool does to the world. */
export interface ToolAnnotations {
  /** It changes nothing. */
  readOnlyHint?: boolean;
  /** It may destroy something. */
  destructiveHint?: boolean;
  /** Calling it twice is calling it once. */
  idempotentHint?: boolean;
  /** It reaches an open world, such as the web. */
  openWorldHint?: boolean;
}

/** A tool that a model may call. */
export interface Tool {
  /** Its name. */
  name: string;
  /** A name for people. */
  title?: string;
  /** What it does. */
  description?: string;
  /** The JSON Schema of its arguments, as JSON text. */
  inputSchema: string;
  /** The JSON Schema of its structured result, as JSON text. */
  outputSchema?: string;
  /** Hints about what it does. */
  annotations?: ToolAnnotations;
}

/** What a tool answered. */
export interface ToolResult {
  /** The tool's name. */
  name: string;
  /** The arguments of the call as JSON text. */
  arguments: string;
  /** The text of the answer. */
  value: string;
  /** The answer's content blocks as JSON text. */
  content: string;
  /** The structured answer as JSON text. */
  structuredContent?: string;
  /** Whether the tool says that it failed. */
  isError: boolean;
}

/** A readable resource of a tooling. */
export interface ResourceInfo {
  /** Its URI. */
  uri: string;
  /** Its name. */
  name: string;
  /** A name for people. */
  title?: string;
  /** What it holds. */
  description?: string;
  /** Its media type. */
  mimeType?: string;
  /** Its size in bytes. */
  size?: number | bigint;
  /** For whom it is. */
  annotations?: {
    audience: string[];
    priority?: number;
    lastModified?: string;
  };
}

/** A family of resources whose URIs follow a template. */
export interface ResourceTemplate {
  /** The template (RFC 6570). */
  uriTemplate: string;
  /** Its name. */
  name: string;
  /** A name for people. */
  title?: string;
  /** What it holds. */
  description?: string;
  /** The media type of all its members. */
  mimeType?: string;
}

/** One content of a resource. */
export interface ResourceContent {
  /** Its URI. */
  uri: string;
  /** Its media type. */
  mimeType?: string;
  /** Text for textual formats, base64 for anything else. */
  content: string;
}

/** A request of a client of the endpoint. */
export interface EndpointMessage {
  /** The session that takes the reply. */
  session: string;
  /** The conversation. */
  messages: ChatMessage[];
  /** The tools that the client offers. */
  tools: Tool[];
  /** The request's other settings as JSON text. */
  params?: string;
}

/** What can arrive. */
export type Event =
  | { tag: "message" | "error"; val: string }
  | { tag: "timer" | "reload" | "shutdown" | "chat-end" }
  | { tag: "chat-delta"; val: ChatDelta }
  | { tag: "tool-result"; val: ToolResult }
  | { tag: "resource-list-updated"; val: ResourceInfo[] }
  | { tag: "resource-updated"; val: ResourceContent[] }
  | { tag: "endpoint-message"; val: EndpointMessage }
  | { tag: "endpoint-session-end"; val: { session: string; error?: string } };

/** An event, tagged with the handle of its source. */
export interface EventEnvelope {
  /** What the call that opened the source returned. */
  id: string;
  /** What happened. */
  event: Event;
}

/** A configured provider. */
export interface Provider {
  /** The configured name. */
  name(): string;
  /** The registered kind, such as `openai`. */
  kind(): string;
  /** The models that the provider offers. */
  listModels(): string[];
  /** Waits for a whole reply; `params` is JSON text. */
  chat(
    model: string,
    messages: ChatMessage[],
    tools: Tool[],
    params?: string,
  ): ChatResult;
  /** Opens a streamed reply and returns its handle. */
  chatStream(
    model: string,
    messages: ChatMessage[],
    tools: Tool[],
    params?: string,
  ): string;
  /** Whether a streamed reply is still open. */
  isOpen(uuid: string): boolean;
  /** Cancels a streamed reply. */
  cancel(uuid: string): void;
}

/** A configured tooling; `args` is JSON text. */
export interface Tooling {
  /** The configured name. */
  name(): string;
  /** The registered kind, such as `mcp`. */
  kind(): string;
  /** Its tools. */
  listTools(): Tool[];
  /** Queues a tool call and returns its handle. */
  callTool(tool: string, args: string): string;
  /** Whether a queued call is still open. */
  isOpen(uuid: string): boolean;
  /** Cancels a queued call. */
  cancel(uuid: string): void;
  /** Waits for a tool's answer. */
  callToolBlocking(tool: string, args: string): ToolResult;
  /** Its resources. */
  listResources(): ResourceInfo[];
  /** Its resource templates. */
  listResourceTemplates(): ResourceTemplate[];
  /** Reads a resource: all of its contents. */
  readResource(uri: string): ResourceContent[];
  /** Follows the list of resources and returns the handle. */
  subscribeResourceList(): string;
  /** Ends a subscription. */
  unsubscribeResourceList(uuid: string): void;
  /** Follows a resource and returns the handle. */
  subscribeResource(uri: string): string;
  /** Ends a subscription. */
  unsubscribeResource(uuid: string): void;
}

/** `import * as host from "omw:omw/host"`; times are ms since the Unix epoch. */
export interface Host {
  /** Writes a log line of a level such as `info`. */
  log(level: string, message: string): void;
  /** The agent's name. */
  whoami(): string;
  /** The time. componentize-js gives and takes bigints for times, componentize-qjs numbers. */
  timeNow(): number | bigint;
  /** A time in UTC, as a strftime format shows it. */
  timeFormat(ts: number | bigint, format: string): string;
  /** Starts a timer for a time and returns its handle. */
  waitUntil(ts: number | bigint): string;
  /** Starts a timer of so many milliseconds and returns its handle. */
  waitFor(ms: number | bigint): string;
  /** Starts a timer for the next time of a cron spec (UTC) and returns its handle. */
  waitCron(spec: string): string;
  /** Cancels a timer. */
  cancelTimer(uuid: string): void;
  /** Waits so many milliseconds. */
  sleepFor(ms: number | bigint): void;
  /** Waits until a time. */
  sleepUntil(ts: number | bigint): void;
  /** Waits for the next time of a cron spec (UTC). */
  sleepCron(spec: string): void;
  /** Subscribes to `reload` and `shutdown` events and returns the handle. */
  subscribeLifecycle(): string;
  /** Ends the lifecycle subscription. */
  unsubscribeLifecycle(uuid: string): void;
  /** Subscribes to an agent's messages and returns the handle. */
  subscribeAgent(agent: string): string;
  /** Ends a subscription to an agent. */
  unsubscribeAgent(uuid: string): void;
  /** Takes a model name at the endpoint and returns the handle. */
  subscribeEndpoint(model: string): string;
  /** Gives a model name back. */
  unsubscribeEndpoint(uuid: string): void;
  /** Sends a piece of a reply to a session. */
  streamEndpoint(session: string, delta: ChatDelta): void;
  /** Sends text to an agent. */
  sendAgent(agent: string, payload: string): void;
  /** Waits for the next event. */
  recv(): EventEnvelope;
  /** The next event if there is one. */
  tryRecv(): EventEnvelope | undefined;
  /** A fresh v4 UUID. */
  newUuid(): string;
  /** Bytes as base64. */
  base64Encode(bytes: Uint8Array): string;
  /** Base64 as bytes. */
  base64Decode(data: string): Uint8Array;
  /** A value of the agent's memory. */
  memoryGet(key: string): string | undefined;
  /** Stores a value in the agent's memory. */
  memorySet(key: string, value: string): void;
  /** Removes a value; whether there was one. */
  memoryRemove(key: string): boolean;
}
