/**
 * Faults of MCP connections and requests as one line that a person can act on.
 * @module
 */

/** The most characters of a foreign text (an HTTP body) in an error. */
const MAX_QUOTED_CHARS = 300;
/** How many causes of an error are looked through. */
const MAX_CAUSES = 8;

/** A failed dial that would fail again in the same way, such as a command that does not exist. */
export class PermanentDialError extends Error {
  /** The error's class name. */
  override readonly name = "PermanentDialError";
}

/** JSON-RPC and MCP error codes that are looked at. */
export const ErrorCode = {
  /** JSON-RPC: the method does not exist. */
  MethodNotFound: -32601,
  /** JSON-RPC: not a valid request. */
  InvalidRequest: -32600,
  /** JSON-RPC: wrong params. */
  InvalidParams: -32602,
  /** MCP 2026-07-28: the server does not speak the offered revision. */
  UnsupportedProtocolVersion: -32022,
} as const;

/** A JSON-RPC error that a server answered with. */
export interface RpcError {
  /** Its number. */
  code: number;
  /** Its text. */
  message: string;
}

/**
 * The JSON-RPC error in `error`, whether it came as an answer or in the body of an HTTP error.
 *
 * Told apart by shape and not by class: the package that defines the classes is loaded only when something is dialed.
 */
export function rpcErrorOf(error: unknown): RpcError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, message } = error as Error & { code?: unknown };
  if (typeof code === "number" && Number.isInteger(code)) return { code, message };
  const body = httpFaultOf(error)?.text;
  if (body === undefined) return undefined;
  try {
    const inner = (JSON.parse(body) as { error?: unknown } | null)?.error;
    if (typeof inner !== "object" || inner === null) return undefined;
    const found = inner as { code?: unknown; message?: unknown };
    return typeof found.message === "string"
      ? { code: typeof found.code === "number" ? found.code : 0, message: found.message }
      : undefined;
  } catch {
    return undefined;
  }
}

/** An HTTP error. */
export interface HttpFault {
  /** The status. */
  status: number;
  /** The status line's text. */
  statusText: string;
  /** The body, as far as it was read. */
  text?: string;
}

/** The HTTP status and body in `error`, when it is one of the client package's HTTP errors. */
export function httpFaultOf(error: unknown): HttpFault | undefined {
  const data = (error as { data?: { status?: unknown; statusText?: unknown; text?: unknown } } | null | undefined)?.data;
  if (typeof data !== "object" || data === null || typeof data.status !== "number") return undefined;
  return {
    status: data.status,
    statusText: typeof data.statusText === "string" ? data.statusText : "",
    text: typeof data.text === "string" ? data.text : undefined,
  };
}

/** Whether `error` is the client package's error with this code, such as `REQUEST_TIMEOUT`. */
export function isSdkError(error: unknown, code: string): boolean {
  return (error as { code?: unknown } | null | undefined)?.code === code;
}

/**
 * `error` in one line.
 * @param timeoutSecs what the request was given, for the text of a timeout
 * @param redact takes secrets out of a text; asked before a text is shortened, so that no half of one is left at the cut
 * @param endReason why the connection ended, which explains every fault that is no answer of the server
 */
export function describeFault(error: unknown, timeoutSecs: number, redact: (text: string) => string, endReason?: string): string {
  const said = (text: string) => oneLine(redact(text));
  if (isSdkError(error, "REQUEST_TIMEOUT")) {
    return messageOf(error).startsWith("Maximum total")
      ? "the server reported progress but gave no answer within max_timeout_secs"
      : `no answer within ${timeoutSecs} s (timeout_secs)`;
  }
  const http = httpFaultOf(error);
  const rpc = rpcErrorOf(error);
  if (http === undefined) {
    return rpc === undefined ? endReason ?? describeCauses(error, said) : `${said(rpc.message)} (code ${rpc.code})`;
  }
  const status = `HTTP ${http.status}${http.statusText === "" ? "" : ` ${http.statusText}`}`;
  if (rpc !== undefined) return `${said(rpc.message)} (code ${rpc.code}, ${status})`;
  const hint = http.status === 401 || http.status === 403
    ? "; check auth_token and headers"
    : http.status === 404 || http.status === 405
    ? "; is the url the server's MCP endpoint?"
    : "";
  const body = http.text?.trim() ?? "";
  if (body === "") return `${status}${/Redirect/.test(messageOf(error)) ? `: ${said(messageOf(error))}` : ""}${hint}`;
  return body.startsWith("<") ? `${status} with a web page${hint}` : `${status}: ${said(body)}${hint}`;
}

/** The messages of an error and its causes, without those that repeat what was said. */
function describeCauses(error: unknown, said: (text: string) => string): string {
  if (isSdkError(error, "CLIENT_HTTP_UNEXPECTED_CONTENT")) {
    return `${said(messageOf(error))}; is the url the server's MCP endpoint?`;
  }
  const messages: string[] = [];
  let current = error;
  for (let depth = 0; current !== undefined && current !== null && depth < MAX_CAUSES; depth++) {
    const message = said(messageOf(current));
    if (message !== "" && !messages.some((earlier) => earlier.includes(message))) messages.push(message);
    current = current instanceof Error ? current.cause : undefined;
  }
  return messages.join(": ");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function oneLine(text: string): string {
  const line = text.slice(0, MAX_QUOTED_CHARS * 4).replace(/\s+/g, " ").trim();
  return line.length > MAX_QUOTED_CHARS ? `${line.slice(0, MAX_QUOTED_CHARS)}…` : line;
}
