/**
 * What a script finds as the global `omw` when its runtime entry says `api = "0.1.10"`, or when it is built with `--api 0.1.10`:
 *
 *     import type { Omw } from "omw-brain/later";
 *     declare const omw: Omw;
 *
 * Both lines are types, so nothing is left of them in the brain. Handles, times and errors are as in `brains/omw.d.ts`.
 */

/** What JSON can carry. */
export type Json = null | boolean | number | string | Json[] | {
  [key: string]: Json;
};

/** A tool call that a model asked for. */
export interface ToolCall {
  /** The call's id. */
  id: string;
  /** The tool's name. */
  name: string;
  /** The arguments; text when the model wrote no JSON object. */
  arguments: Json;
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

/** A message as it arrives. */
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

/** A message as it may be given. */
export interface ChatMessageInput {
  /** As above; `user` when missing. */
  role?: string;
  /** The text. */
  content?: string | null;
  /** The reasoning that led to it. */
  reasoning?: string | null;
  /** The calls that an assistant asked for. */
  toolCalls?: ToolCall[] | null;
  /** In a tool's message, the id of the call that it answers. */
  toolCallId?: string | null;
}

/** A piece of a streamed reply. */
export interface ChatDelta {
  /** The next piece of text. */
  content?: string;
  /** The next piece of reasoning. */
  reasoning?: string;
  /** Fragments of tool calls. */
  toolCalls: ToolCallDelta[];
  /** Why the reply ended; in the last delta. */
  finishReason?: string;
  /** Token counts, with the service's own keys. */
  usage?: { [key: string]: Json };
}

/** A piece of a reply to a session. */
export interface ChatDeltaInput {
  /** The next piece of text. */
  content?: string | null;
  /** The next piece of reasoning. */
  reasoning?: string | null;
  /** Fragments of tool calls. */
  toolCalls?: Partial<ToolCallDelta>[] | null;
  /** Ends the session, with this reason. */
  finishReason?: string | null;
  /** Token counts. */
  usage?: { [key: string]: Json } | null;
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
  /** Token counts, with the service's own keys. */
  usage?: { [key: string]: Json };
}

/** A tool that a model may call. */
export interface Tool {
  /** Its name. */
  name: string;
  /** A name for people. */
  title?: string;
  /** What it does. */
  description?: string;
  /** The JSON Schema of its arguments. */
  inputSchema: Json;
  /** The JSON Schema of its structured result. */
  outputSchema?: Json;
  /** Hints about what it does to the world. */
  annotations?: {
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
  };
}

/** A tool as it may be given. */
export interface ToolInput {
  /** Its name. */
  name: string;
  /** A name for people. */
  title?: string | null;
  /** What it does. */
  description?: string | null;
  /** The JSON Schema of its arguments; `{}` when missing. */
  inputSchema?: Json;
  /** The JSON Schema of its structured result. */
  outputSchema?: Json;
}

/** What a tool answered. */
export interface ToolResult {
  /** The tool's name. */
  name: string;
  /** The arguments of the call. */
  arguments: Json;
  /** The answer's content blocks, as MCP has them. */
  content: Json;
  /** The structured answer. */
  structuredContent?: Json;
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
  size?: number;
  /** For whom it is. */
  annotations?: {
    audience?: string[];
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
  /** The request's other settings. */
  params?: Json;
}

/** An event of a kind with its payload, tagged with the handle of its source. */
export interface EventOf<Kind extends string, Payload> {
  /** What the call that opened the source returned. */
  id: string;
  /** What happened. */
  kind: Kind;
  /** What came with it. */
  payload: Payload;
}

/** Whatever can arrive. */
export type OmwEvent =
  | EventOf<"message" | "error", string>
  | EventOf<"timer" | "reload" | "shutdown" | "chat-end", null>
  | EventOf<"chat-delta", ChatDelta>
  | EventOf<"tool-result", ToolResult>
  | EventOf<"resource-list-updated", ResourceInfo[]>
  | EventOf<"resource-updated", ResourceContent[]>
  | EventOf<"endpoint-message", EndpointMessage>
  | EventOf<"endpoint-session-end", { session: string; error?: string }>;

/** A configured provider. */
export interface ProviderHandle {
  /** The configured name. */
  name: string;
  /** Waits for a whole reply. */
  chat(
    model: string,
    messages: ChatMessageInput[],
    tools: ToolInput[],
    params?: unknown,
  ): ChatResult;
  /** Opens a streamed reply and returns its handle. */
  chatStream(
    model: string,
    messages: ChatMessageInput[],
    tools: ToolInput[],
    params?: unknown,
  ): string;
  /** Whether a streamed reply is still open. */
  isOpen(uuid: string): boolean;
  /** Cancels a streamed reply. */
  cancel(uuid: string): void;
  /** The models that the provider offers. */
  listModels(): string[];
  /** The registered kind, such as `openai`. */
  kind(): string;
}

/** A configured tooling. */
export interface ToolingHandle {
  /** The configured name. */
  name: string;
  /** Its tools. */
  listTools(): Tool[];
  /** Queues a tool call and returns its handle. */
  callTool(tool: string, args: unknown): string;
  /** Waits for a tool's answer. */
  callToolBlocking(tool: string, args: unknown): ToolResult;
  /** Whether a queued call is still open. */
  isOpen(uuid: string): boolean;
  /** Cancels a queued call. */
  cancel(uuid: string): void;
  /** The registered kind, such as `mcp`. */
  kind(): string;
  /** Its resources. */
  listResources(): ResourceInfo[];
  /** Its resource templates. */
  listResourceTemplates(): ResourceTemplate[];
  /** Reads a resource: all of its contents. */
  readResource(uri: string): ResourceContent[];
  /** Follows the list of resources and returns the handle. */
  subscribeResourceList(): string;
  /** Follows a resource and returns the handle. */
  subscribeResource(uri: string): string;
  /** Ends a subscription. */
  unsubscribeResourceList(uuid: string): void;
  /** Ends a subscription. */
  unsubscribeResource(uuid: string): void;
}

/** What every brain can do. */
export interface Host {
  /** Writes a log line of a level such as `info`. */
  log(level: string, message: string): void;
  /** The agent's name. */
  whoami(): string;
  /** Milliseconds since the Unix epoch. */
  timeNow(): number;
  /** A time in UTC, as a strftime format shows it. */
  timeFormat(ts: number, format: string): string;
  /** Starts a timer for a time (ms since the Unix epoch) and returns its handle. */
  waitUntil(ts: number): string;
  /** Starts a timer of so many milliseconds and returns its handle. */
  waitFor(ms: number): string;
  /** Starts a timer for the next time of a cron spec (UTC) and returns its handle. */
  waitCron(spec: string): string;
  /** Waits so many milliseconds. */
  sleepFor(ms: number): void;
  /** Waits until a time (ms since the Unix epoch). */
  sleepUntil(ts: number): void;
  /** Waits for the next time of a cron spec (UTC). */
  sleepCron(spec: string): void;
  /** Cancels a timer. */
  cancelTimer(uuid: string): void;
  /** Subscribes to an agent's messages and returns the handle. */
  subscribeAgent(agent: string): string;
  /** Ends a subscription to an agent. */
  unsubscribeAgent(uuid: string): void;
  /** Subscribes to `reload` and `shutdown` events and returns the handle. */
  subscribeLifecycle(): string;
  /** Ends the lifecycle subscription. */
  unsubscribeLifecycle(uuid: string): void;
  /** Sends text to an agent. */
  sendAgent(agent: string, payload: string): void;
  /** Waits for the next event. */
  recv(): OmwEvent;
  /** The next event if there is one. */
  tryRecv(): OmwEvent | undefined;
  /** A fresh v4 UUID. */
  newUuid(): string;
  /** Bytes (0 to 255) as base64. */
  base64Encode(bytes: number[]): string;
  /** Base64 as bytes. */
  base64Decode(data: string): number[];
  /** A value of the agent's memory. */
  memoryGet(key: string): string | undefined;
  /** Stores a value in the agent's memory. */
  memorySet(key: string, value: string): void;
  /** Removes a value; whether there was one. */
  memoryRemove(key: string): boolean;
  /** A value that was stored as JSON; text that is no JSON as it is. */
  memoryGetAs(key: string): unknown;
  /** Stores a value as JSON. */
  memorySetAs(key: string, value: unknown): void;
  /** Takes a model name at the endpoint and returns the handle. */
  subscribeEndpoint(model: string): string;
  /** Gives a model name back. */
  unsubscribeEndpoint(uuid: string): void;
  /** Sends a piece of a reply to a session; one with a `finishReason` ends it. */
  streamEndpoint(session: string, delta: ChatDeltaInput): void;
}

/** The global `omw`. */
export interface Omw {
  /** The configured providers. */
  provider: { get(name: string): ProviderHandle };
  /** The configured toolings. */
  tooling: { get(name: string): ToolingHandle };
  /** What every brain can do. */
  host: Host;
}
