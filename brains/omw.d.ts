/**
 * The `omw` global that a js brain finds in its world, in the documented shapes. Refer to it at the top of a script:
 *
 * ```js
 * /// <reference path="./omw.d.ts" />
 * ```
 *
 * Members in snake_case are the documented ones. Those of later releases (`tool_calls`, `tool_call_id`, `is_error`, …) and the camelCase
 * aliases (`toolCalls`, `finishReason`, …) can be read as well; on input both spellings are taken. Beside `omw` and the language itself
 * there is a `console` with `log`, `info`, `warn`, `error`, `debug` and `trace`, which writes to the agent's log.
 */

declare namespace omw {
  /** A complete tool call that a model asked for. */
  interface ToolCall {
    /** The call's id. */
    id: string;
    /** The tool's name. */
    name: string;
    /** The arguments as JSON text. */
    arguments: string;
  }

  /** A tool call on its way in: the arguments may be given as a value. */
  interface ToolCallInput {
    /** The call's id. */
    id: string;
    /** The tool's name. */
    name: string;
    /** The arguments: JSON text, or an object. */
    arguments: string | object;
  }

  /** A fragment of a tool call in a streamed reply. */
  interface ToolCallDelta {
    /** Which call of the reply it belongs to, from 0. */
    index: number;
    /** The call's id; in its first fragment only. */
    id?: string;
    /** The tool's name; in the first fragment only. */
    name?: string;
    /** The next piece of the arguments' JSON text. */
    arguments?: string;
  }

  /** Token counts as far as the provider reported them; further members as it wrote them. */
  interface Usage {
    /** Tokens of the conversation. */
    prompt_tokens?: number;
    /** Tokens of the reply. */
    completion_tokens?: number;
    /** Both together. */
    total_tokens?: number;
    /** Whatever else the provider counts. */
    [key: string]: unknown;
  }

  /** A message of a conversation, as the host hands it out. */
  interface ChatMessage {
    /** `system`, `user`, `assistant`, `tool`, or another role that a client used. */
    role: string;
    /** The text. */
    content?: string;
    /** The model's reasoning. */
    reasoning?: string;
    /** The first tool call. */
    tool_call?: ToolCall;
    /** All tool calls. */
    tool_calls?: ToolCall[];
    /** In a tool's message, the id of the call that it answers. */
    tool_call_id?: string;
    /** Alias of `tool_call`. */
    toolCall?: ToolCall;
    /** Alias of `tool_calls`. */
    toolCalls?: ToolCall[];
    /** Alias of `tool_call_id`. */
    toolCallId?: string;
  }

  /** A message of a conversation, as `chat` and `chatStream` take it; null is absent. */
  interface ChatMessageInput {
    /** The role; `user` when it is missing or unknown. */
    role?: string;
    /** The text. */
    content?: string | null;
    /** The model's reasoning. */
    reasoning?: string | null;
    /** The tool call, or in a tool's message the call that it answers. */
    tool_call?: ToolCallInput | null;
    /** Several tool calls. */
    tool_calls?: ToolCallInput[] | null;
    /** In a tool's message, the id of the call that it answers. */
    tool_call_id?: string | null;
    /** Alias of `tool_call`. */
    toolCall?: ToolCallInput | null;
    /** Alias of `tool_calls`. */
    toolCalls?: ToolCallInput[] | null;
    /** Alias of `tool_call_id`. */
    toolCallId?: string | null;
  }

  /** A tool that a model may call, as `chat` and `chatStream` take it. */
  interface ChatTool {
    /** Its name. */
    name: string;
    /** What it does. */
    description?: string | null;
    /** The JSON Schema of its arguments: JSON text, or an object. */
    input_schema?: string | object;
    /** Alias of `input_schema`. */
    inputSchema?: string | object;
  }

  /** A tool of a tooling, or one that a client of the endpoint offers. */
  interface Tool {
    /** Its name. */
    name: string;
    /** What it does. */
    description?: string;
    /** The JSON Schema of its arguments, as JSON text. */
    input_schema: string;
    /** Alias of `input_schema`. */
    inputSchema: string;
    /** A name for people. */
    title?: string;
    /** The JSON Schema of its structured result, as JSON text. */
    output_schema?: string;
    /** Alias of `output_schema`. */
    outputSchema?: string;
    /** Hints about its behaviour, as the server gave them. */
    annotations?: object;
  }

  /** A piece of a streamed reply. */
  interface ChatDelta {
    /** The next piece of text. */
    content?: string;
    /** The next piece of reasoning. */
    reasoning?: string;
    /** The first tool call so far, with all its arguments so far. */
    tool_call?: ToolCall;
    /** Fragments of tool calls. */
    tool_calls?: ToolCallDelta[];
    /** Why the reply ended. */
    finish_reason?: string;
    /** Token counts, usually in the last piece. */
    usage?: Usage;
    /** Alias of `tool_call`. */
    toolCall?: ToolCall;
    /** Alias of `tool_calls`. */
    toolCalls?: ToolCallDelta[];
    /** Alias of `finish_reason`. */
    finishReason?: string;
  }

  /** A piece of a reply to a client of the endpoint; null is absent. */
  interface ChatDeltaInput {
    /** The next piece of text. */
    content?: string | null;
    /** The next piece of reasoning. */
    reasoning?: string | null;
    /** A tool call. */
    tool_call?: ToolCallInput | null;
    /** Fragments of tool calls. */
    tool_calls?: Partial<ToolCallDelta>[] | null;
    /** Ends the session, with this reason. */
    finish_reason?: string | null;
    /** Token counts. */
    usage?: Usage | null;
    /** Alias of `tool_call`. */
    toolCall?: ToolCallInput | null;
    /** Alias of `tool_calls`. */
    toolCalls?: Partial<ToolCallDelta>[] | null;
    /** Alias of `finish_reason`. */
    finishReason?: string | null;
  }

  /** A whole reply. */
  interface ChatResult {
    /** All of its text. */
    content?: string;
    /** All of its reasoning. */
    reasoning?: string;
    /** The tool calls that it asks for. */
    tool_calls: ToolCall[];
    /** Why it ended. */
    finish_reason?: string;
    /** Token counts. */
    usage?: Usage;
    /** Alias of `tool_calls`. */
    toolCalls: ToolCall[];
    /** Alias of `finish_reason`. */
    finishReason?: string;
  }

  /** What a tool answered. */
  interface ToolResult {
    /** The tool's name. */
    name: string;
    /** The arguments of the call, as JSON text. */
    arguments: string;
    /** The text of the answer. */
    value: string;
    /** The answer's content blocks, as MCP has them. */
    content?: unknown;
    /** The structured answer. */
    structured_content?: unknown;
    /** Alias of `structured_content`. */
    structuredContent?: unknown;
    /** Whether the tool says that it failed. */
    is_error?: boolean;
    /** Alias of `is_error`. */
    isError?: boolean;
  }

  /** A readable resource of a tooling. */
  interface ResourceInfo {
    /** Its URI. */
    uri: string;
    /** Its name. */
    name: string;
    /** What it holds. */
    description?: string;
    /** Its media type. */
    mime_type?: string;
    /** Alias of `mime_type`. */
    mimeType?: string;
    /** A name for people. */
    title?: string;
    /** Its size in bytes. */
    size?: number;
    /** For whom it is, as the server said. */
    annotations?: object;
  }

  /** A family of resources whose URIs follow a template. */
  interface ResourceTemplate {
    /** The template (RFC 6570). */
    uri_template: string;
    /** Its name. */
    name: string;
    /** A name for people. */
    title?: string;
    /** What it holds. */
    description?: string;
    /** The media type of all its members. */
    mime_type?: string;
    /** Alias of `uri_template`. */
    uriTemplate: string;
    /** Alias of `mime_type`. */
    mimeType?: string;
  }

  /** What a resource holds: several contents joined by line ends. */
  interface ResourceContent {
    /** The resource's URI. */
    uri: string;
    /** The first media type among the contents. */
    mime_type?: string;
    /** Text for textual formats, base64 for anything else. */
    content: string;
    /** Alias of `mime_type`. */
    mimeType?: string;
    /** Each content by itself. */
    contents?: { uri: string; mime_type?: string; content: string }[];
  }

  /** A request of a client of the endpoint. */
  interface EndpointMessage {
    /** The session that takes the reply. */
    session: string;
    /** The conversation. */
    messages: ChatMessage[];
    /** The tools that the client offers. */
    tools: Tool[];
    /** The request's other settings, as JSON text. */
    params?: string;
  }

  /** The end of an endpoint session. */
  interface EndpointSessionEnd {
    /** The session. */
    session: string;
    /** Why it was interrupted; missing when it ended as it should. */
    error?: string;
  }

  /** An event of a kind with its payload, tagged with the handle of its source. */
  interface EventOf<Kind extends string, Payload> {
    /** What the call that opened the source returned. */
    id: string;
    /** What happened. */
    kind: Kind;
    /** What came with it. */
    payload: Payload;
  }

  /** Whatever can arrive. */
  type OmwEvent =
    | EventOf<"message" | "error", string>
    | EventOf<"timer" | "reload" | "shutdown" | "chat-end", null>
    | EventOf<"chat-delta", ChatDelta>
    | EventOf<"tool-result", ToolResult>
    | EventOf<"resource-list-updated", ResourceInfo[]>
    | EventOf<"resource-updated", ResourceContent>
    | EventOf<"endpoint-message", EndpointMessage>
    | EventOf<"endpoint-session-end", EndpointSessionEnd>;

  /** A configured provider. Its methods throw a `TypeError` when they fail, and when they are called on anything else. */
  interface ProviderHandle {
    /** The configured name. */
    name: string;
    /** Waits for a whole reply. `params` is JSON text or a value. */
    chat(model: string, messages: ChatMessageInput[], tools: ChatTool[], params?: unknown): ChatResult;
    /** Opens a streamed reply and returns its handle; `chat-delta` events follow, then `chat-end` or `error`. */
    chatStream(model: string, messages: ChatMessageInput[], tools: ChatTool[], params?: unknown): string;
    /** Whether a streamed reply is still open. */
    isOpen(uuid: string): boolean;
    /** Cancels a streamed reply: no further event of it is delivered. */
    cancel(uuid: string): void;
    /** The models that the provider offers. */
    listModels(): string[];
    /** The registered kind, such as `openai`. */
    kind(): string;
  }

  /** A configured tooling. Its methods throw a `TypeError` when they fail, and when they are called on anything else. */
  interface ToolingHandle {
    /** The configured name. */
    name: string;
    /** Its tools. */
    listTools(): Tool[];
    /** Queues a tool call and returns its handle; a `tool-result` or an `error` event follows. */
    callTool(tool: string, args: unknown): string;
    /** Waits for a tool's answer. */
    callToolBlocking(tool: string, args: unknown): ToolResult;
    /** Whether a queued call is still open. */
    isOpen(uuid: string): boolean;
    /** Cancels a queued call: no event of it is delivered. */
    cancel(uuid: string): void;
    /** The registered kind, such as `mcp`. */
    kind(): string;
    /** Its resources. */
    listResources(): ResourceInfo[];
    /** Its resource templates. */
    listResourceTemplates(): ResourceTemplate[];
    /** Reads a resource. */
    readResource(uri: string): ResourceContent;
    /** Follows the list of resources and returns the handle; `resource-list-updated` events follow. */
    subscribeResourceList(): string;
    /** Follows a resource and returns the handle; `resource-updated` events follow. */
    subscribeResource(uri: string): string;
    /** Ends a subscription. */
    unsubscribeResourceList(uuid: string): void;
    /** Ends a subscription. */
    unsubscribeResource(uuid: string): void;
  }

  /** What every brain can do. Functions throw an `Error` when they fail, a `TypeError` for a wrong argument. */
  interface Host {
    /** Writes a log line of a level such as `info`. */
    log(level: string, message: string): void;
    /** The agent's name. */
    whoami(): string;
    /** Milliseconds since the Unix epoch. */
    timeNow(): number;
    /** A time in UTC, as a strftime format shows it. */
    timeFormat(ts: number, format: string): string;
    /** Starts a timer that fires at a time (ms since the Unix epoch) and returns its handle. */
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
    /** Sends text to an agent; it arrives if that agent is subscribed to this one. */
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
    /** Takes a model name at the endpoint and returns the handle; `endpoint-message` events follow. */
    subscribeEndpoint(model: string): string;
    /** Gives a model name back. */
    unsubscribeEndpoint(uuid: string): void;
    /** Sends a piece of a reply to a session; one with a `finish_reason` ends it. */
    streamEndpoint(session: string, delta: ChatDeltaInput): void;
  }

  /** The configured providers. */
  const provider: {
    /** A provider by its configured name. */
    get(name: string): ProviderHandle;
  };

  /** The configured toolings. */
  const tooling: {
    /** A tooling by its configured name. */
    get(name: string): ToolingHandle;
  };

  /** What every brain can do. */
  const host: Host;
}
