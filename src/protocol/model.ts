/**
 * The messages that providers, tooling, endpoints and brains exchange.
 *
 * This is one superset of the five published revisions of the `omw:omw` contract (design §6): a role is text, tool calls are
 * lists, tool-call fragments carry an index, usage is the provider's own object. What an older revision has instead is either an
 * extra key here (`tool_call`) or made from these at the brain's edge. Keys are spelled as in the JSON that users see.
 * @module
 */

/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A complete tool call that a model asked for. */
export interface ToolCall {
  /** The call's id, unique within its message; repeated by the tool's answer. */
  id: string;
  /** The tool's name. */
  name: string;
  /** The arguments as JSON text, as the model wrote them. */
  arguments: string;
}

/** A fragment of a tool call in a streamed reply. */
export interface ToolCallDelta {
  /** Which call of the reply the fragment belongs to, from 0. */
  index: number;
  /** The call's id; in the first fragment only. */
  id?: string;
  /** The tool's name; in the first fragment only. */
  name?: string;
  /** The next piece of the arguments' JSON text. */
  arguments?: string;
}

/** One message of a conversation. */
export interface ChatMessage {
  /** `system`, `user`, `assistant`, `tool`, or any other text that a later revision allows. */
  role: string;
  /** The message's text. */
  content?: string;
  /** The model's reasoning that led to it. */
  reasoning?: string;
  /** The calls that an assistant asked for; in a tool's message of revision 0.1.3, the call that it answers. */
  tool_calls: ToolCall[];
  /** In a tool's message, the id of the call that it answers. */
  tool_call_id?: string;
}

/** Token counts as the provider reported them, whole: `prompt_tokens`, `completion_tokens`, `total_tokens` and whatever else. */
export type Usage = { [key: string]: Json };

/** One piece of a streamed reply. */
export interface ChatDelta {
  /** The next piece of text. */
  content?: string;
  /** The next piece of reasoning. */
  reasoning?: string;
  /** Fragments of tool calls (revision 0.1.10). */
  tool_calls: ToolCallDelta[];
  /** The lowest-numbered call so far with all its arguments so far (revision 0.1.3 and its scripts). */
  tool_call?: ToolCall;
  /** Why the reply ended: `stop`, `length`, `tool_calls`, `content_filter`, … */
  finish_reason?: string;
  /** Token counts, usually in the last delta only. */
  usage?: Usage;
}

/** A whole reply. */
export interface ChatResult {
  /** All of its text; absent when there was none. */
  content?: string;
  /** All of its reasoning; absent when there was none. */
  reasoning?: string;
  /** The calls that it asks for, complete, by index. */
  tool_calls: ToolCall[];
  /** The last finish reason that was given. */
  finish_reason?: string;
  /** The last token counts that were given. */
  usage?: Usage;
}

/** Hints about a tool's behaviour (MCP). */
export interface ToolAnnotations {
  /** The tool changes nothing. */
  read_only_hint?: boolean;
  /** The tool may destroy something. */
  destructive_hint?: boolean;
  /** Calling it twice is calling it once. */
  idempotent_hint?: boolean;
  /** It reaches an open world, such as the web. */
  open_world_hint?: boolean;
}

/** A tool that a model may call. */
export interface Tool {
  /** Its name, unique within its tooling. */
  name: string;
  /** A name for people. */
  title?: string;
  /** What it does. */
  description?: string;
  /** The JSON Schema of its arguments, as JSON text. */
  input_schema: string;
  /** The JSON Schema of its structured result, as JSON text. */
  output_schema?: string;
  /** Hints about its behaviour. */
  annotations?: ToolAnnotations;
}

/** For whom a resource is and how much it matters (MCP). */
export interface ResourceAnnotations {
  /** `user`, `assistant` or both. */
  audience: string[];
  /** From 0 to 1. */
  priority?: number;
  /** An ISO 8601 time. */
  last_modified?: string;
}

/** A readable resource of a tooling. */
export interface ResourceInfo {
  /** Its URI. */
  uri: string;
  /** Its name for programs. */
  name: string;
  /** Its name for people. */
  title?: string;
  /** What it holds. */
  description?: string;
  /** Its media type. */
  mime_type?: string;
  /** Its size in bytes. */
  size?: number;
  /** For whom it is. */
  annotations?: ResourceAnnotations;
}

/** A family of resources whose URIs follow a template (RFC 6570). */
export interface ResourceTemplate {
  /** The template. */
  uri_template: string;
  /** Its name for programs. */
  name: string;
  /** Its name for people. */
  title?: string;
  /** What it holds. */
  description?: string;
  /** The media type of all its members. */
  mime_type?: string;
}

/** The content of a resource at one moment. */
export interface ResourceContent {
  /** The resource's URI. */
  uri: string;
  /** Its media type. */
  mime_type?: string;
  /** Text for textual formats, base64 for anything else. */
  content: string;
}

/** What a tool answered. */
export interface ToolOutcome {
  /** The text of the result: the text blocks and what else can be told as text, joined with line ends. */
  value: string;
  /** The result's content blocks as JSON text (an array; MCP's shapes). */
  content: string;
  /** The structured result as JSON text. */
  structured_content?: string;
  /** The tool itself says that it failed; `value` says how. */
  is_error: boolean;
}

/** What a tool answered, with the call that it answers. */
export interface ToolResult extends ToolOutcome {
  /** The tool's name. */
  name: string;
  /** The arguments of the call as JSON text. */
  arguments: string;
}

/** A request of a client of the endpoint. */
export interface EndpointMessage {
  /** The session that the reply goes to. */
  session: string;
  /** The conversation. */
  messages: ChatMessage[];
  /** The tools that the client offers. */
  tools: Tool[];
  /** Every other setting of the request: a JSON object as compact, key-sorted text. */
  params?: string;
}

/** The end of an endpoint session. */
export interface EndpointSessionEnd {
  /** The session. */
  session: string;
  /** Why it was interrupted; absent when it ended as it should. */
  error?: string;
}

/** What can arrive in an agent's inbox; `payload` is absent where the kind says all. */
export type Event =
  | { kind: "message"; payload: string }
  | { kind: "error"; payload: string }
  | { kind: "timer" }
  | { kind: "reload" }
  | { kind: "shutdown" }
  | { kind: "chat-delta"; payload: ChatDelta }
  | { kind: "chat-end" }
  | { kind: "tool-result"; payload: ToolResult }
  | { kind: "resource-list-updated"; payload: ResourceInfo[] }
  | { kind: "resource-updated"; payload: ResourceContent[] }
  | { kind: "endpoint-message"; payload: EndpointMessage }
  | { kind: "endpoint-session-end"; payload: EndpointSessionEnd };

/** The name of an event's kind. */
export type EventKind = Event["kind"];

/** An event with the handle of the source that it came from. */
export interface Envelope {
  /** A v4 UUID, in lower case: what the call that opened the source returned. */
  id: string;
  /** What happened. */
  event: Event;
}
