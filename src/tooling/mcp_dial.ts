/**
 * One attempt to connect to an MCP server.
 * @module
 */

import type { Client } from "@modelcontextprotocol/client";
import { VERSION } from "../protocol/mod.ts";
import { describeFault, ErrorCode, httpFaultOf, isSdkError, PermanentDialError, rpcErrorOf } from "./mcp_errors.ts";
import { McpSession } from "./mcp_session.ts";
import type { McpTransport } from "./mcp_transport.ts";

/** A notification of a server. */
export interface ServerNotification {
  /** Its method, such as `notifications/resources/updated`. */
  method: string;
  /** Its params. */
  params?: Record<string, unknown>;
}

/** What to dial and who hears it. */
export interface DialTarget {
  /** Makes a fresh transport, not yet started. */
  open(): Promise<McpTransport>;
  /** How the transport carries messages, on which depends what `auto` tries first. */
  transport: "stdio" | "http";
  /** Which revision to speak. */
  protocol: "auto" | "2025-11-25" | "2026-07-28";
  /** Seconds that the handshake may take. */
  connect_timeout_secs: number;
  /** Hears every notification that the client package does not handle itself. */
  onNotification(notification: ServerNotification): void;
  /** Hears faults that end nothing. */
  onFault(error: Error): void;
  /** Takes the secrets out of a text. */
  redact(text: string): string;
}

/** Answers of a server to `initialize` that mean "not in this way" and leave the newer handshake to try. */
const REFUSALS: readonly number[] = [
  ErrorCode.MethodNotFound,
  ErrorCode.InvalidRequest,
  ErrorCode.InvalidParams,
  ErrorCode.UnsupportedProtocolVersion,
];

/** A server did not answer the handshake in time. */
export class HandshakeTimeout extends Error {
  /** The error's class name. */
  override readonly name = "HandshakeTimeout";
}

/** The client package's modes: the older handshake, a probe with fallback to it, or the newer revision alone. */
type Mode = "legacy" | "auto" | { pin: "2026-07-28" };

/** What to try, and what else when the first failed in a certain way. */
interface Plan {
  first: Mode;
  second?: Mode;
  needsSecond?(error: unknown): boolean;
}

/**
 * Connects once.
 * @throws {PermanentDialError} when it makes no sense to try again
 * @throws {HandshakeTimeout} when the deadline passed
 * @throws the signal's reason when it fires
 */
export async function dial(target: DialTarget, signal: AbortSignal): Promise<McpSession> {
  const plan = planOf(target);
  try {
    return await attempt(target, plan.first, signal);
  } catch (error) {
    if (plan.second === undefined || plan.needsSecond?.(error) !== true) throw error;
    try {
      return await attempt(target, plan.second, signal);
    } catch {
      signal.throwIfAborted();
      // What the first attempt met is nearer to what the config asks for.
      throw error;
    }
  }
}

/**
 * What `auto` means. Over HTTP the package's probe for the newer revision comes first: many servers serve the older one without
 * sessions, and then without subscriptions. Over stdio the older handshake does: there a probe is a message of which some servers
 * die, and those that ignore it cost a timeout at every start.
 */
function planOf(target: DialTarget): Plan {
  if (target.protocol === "2026-07-28") return { first: { pin: "2026-07-28" } };
  if (target.protocol === "2025-11-25") return { first: "legacy" };
  return target.transport === "http"
    ? { first: "auto", second: "legacy", needsSecond: isConfused }
    : { first: "legacy", second: { pin: "2026-07-28" }, needsSecond: isRefusal };
}

async function attempt(target: DialTarget, mode: Mode, signal: AbortSignal): Promise<McpSession> {
  signal.throwIfAborted();
  const { Client } = await import("@modelcontextprotocol/client");
  const client: Client = new Client({ name: "omw", version: VERSION }, {
    capabilities: {},
    versionNegotiation: { mode },
    // A result that does not fit its schema, or a schema in an unknown dialect, is the brain's to judge.
    jsonSchemaValidator: { getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }) },
  });
  client.fallbackRequestHandler = (request) => answerServer(request.method);
  client.fallbackNotificationHandler = (notification) => {
    target.onNotification(notification as ServerNotification);
    return Promise.resolve();
  };
  client.onerror = (error) => target.onFault(error);
  const transport = await target.open();
  const onAbort = () => void transport.close();
  // The package's probe does not look at the signal.
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await client.connect(transport, { timeout: target.connect_timeout_secs * 1_000, signal });
    return new McpSession(client, transport);
  } catch (error) {
    const { endReason } = transport;
    // The process must be gone before another attempt starts one.
    await transport.close();
    signal.throwIfAborted();
    throw explain(error, target, endReason);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** What omw answers to a server's requests. Nothing is declared, so a well-behaved server asks for none of this. */
function answerServer(method: string): Promise<Record<string, unknown>> {
  if (method === "roots/list") return Promise.resolve({ roots: [] });
  if (method === "elicitation/create") return Promise.resolve({ action: "decline" });
  return Promise.reject(Object.assign(new Error(`Method not found: ${method}`), { code: ErrorCode.MethodNotFound }));
}

/** The server answered `initialize` with "not in this way". */
function isRefusal(error: unknown): boolean {
  const rpc = rpcErrorOf(causeOf(error));
  return rpc !== undefined && REFUSALS.includes(rpc.code);
}

/** The server answered the probe with an HTTP error that says nothing about revisions, as one that fails at unknown methods. */
function isConfused(error: unknown): boolean {
  return !(error instanceof PermanentDialError) && httpFaultOf(causeOf(error)) !== undefined;
}

/** The client package's error behind one that was explained. */
function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause ?? error : error;
}

function explain(
  fault: unknown,
  { connect_timeout_secs: timeoutSecs, redact }: DialTarget,
  endReason: string | undefined,
): Error {
  // What the probe met says more than that the probe failed.
  const error = isSdkError(fault, "ERA_NEGOTIATION_FAILED") && httpFaultOf(fault) === undefined ? causeOf(fault) : fault;
  if (error instanceof PermanentDialError) return error;
  if (isSdkError(error, "REQUEST_TIMEOUT")) {
    return new HandshakeTimeout(`the server did not answer the handshake within ${timeoutSecs} s (connect_timeout_secs)`, {
      cause: error,
    });
  }
  const text = describeFault(error, timeoutSecs, redact, endReason);
  const status = httpFaultOf(error)?.status;
  const permanent = status === 401 || status === 403 || isSdkError(error, "CLIENT_HTTP_UNEXPECTED_CONTENT");
  return permanent ? new PermanentDialError(text, { cause: error }) : new Error(text, { cause: error });
}
