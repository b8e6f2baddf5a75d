/**
 * Tooling of kind `mcp`: a client of one Model Context Protocol server.
 * @module
 */

import { parseParams } from "../config/params.ts";
import { redactor } from "../config/redact.ts";
import type {
  Json,
  ResourceContent,
  ResourceInfo,
  ResourceTemplate,
  ResourceUpdate,
  Tool,
  Tooling,
  ToolOutcome,
} from "../protocol/mod.ts";
import { McpConnection } from "./mcp_connection.ts";
import { toResourceContents, toToolOutcome } from "./mcp_content.ts";
import { describeFault, ErrorCode, httpFaultOf, rpcErrorOf } from "./mcp_errors.ts";
import { toResource, toResourceTemplate, toTool } from "./mcp_lists.ts";
import { readPages } from "./mcp_pages.ts";
import { mcpPermissions } from "./mcp_permissions.ts";
import { type McpParams, mcpParams } from "./mcp_params.ts";
import type { McpSession, RawResult } from "./mcp_session.ts";
import { McpSubscriptions } from "./mcp_subscriptions.ts";
import { disposeSecrets, openTransport, secretsOf } from "./mcp_target.ts";
import type { Logger } from "../protocol/log.ts";
import type { ToolingArgs, ToolingFactory } from "./tooling.ts";

/** Builds toolings of kind `mcp`. */
export const mcpTooling: ToolingFactory = {
  kind: "mcp",
  params: mcpParams,
  build(args: ToolingArgs): Tooling {
    return new McpTooling(args, parseParams(mcpParams, args.params, args.where, args.warn));
  },
  permissions: mcpPermissions,
};

/** One MCP server. The process and the connection are dialed at the first use and shared by every agent and run. */
class McpTooling implements Tooling {
  readonly kind = "mcp";
  readonly #name: string;
  readonly #params: McpParams;
  readonly #log: Logger;
  readonly #redact: (text: string) => string;
  readonly #connection: McpConnection;
  readonly #subscriptions: McpSubscriptions;

  constructor(args: ToolingArgs, params: McpParams) {
    this.#name = args.name;
    this.#params = params;
    this.#log = args.log.with({ tooling: args.name });
    this.#redact = redactor(secretsOf(params));
    this.#connection = new McpConnection(
      {
        open: () => openTransport(params, this.#log, this.#redact),
        transport: params.transport,
        protocol: params.protocol,
        connect_timeout_secs: params.connect_timeout_secs,
        onNotification: (notification) => {
          if (notification.method === "notifications/message") this.#logMessage(notification.params);
          else this.#subscriptions.notify(notification);
        },
        redact: this.#redact,
        onFault: (error) => this.#log.debug(this.#redact(error.message)),
      },
      args.tunables,
      this.#log,
    );
    this.#subscriptions = new McpSubscriptions({
      connection: this.#connection,
      backoff: args.tunables,
      limits: params,
      log: this.#log,
      listResources: (signal) => this.listResources(signal),
      readResource: (uri, signal) => this.readResource(uri, signal),
      explain: (operation, error) => this.#failure(operation, error),
    });
  }

  async listTools(signal: AbortSignal): Promise<Tool[]> {
    return (await this.#list("tools/list", "tools", "name", signal)).map(toTool);
  }

  async callTool(name: string, args: Json, signal: AbortSignal): Promise<ToolOutcome> {
    const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
    return toToolOutcome(await this.#request("tools/call", isObject ? { name, arguments: args } : { name }, signal));
  }

  async listResources(signal: AbortSignal): Promise<ResourceInfo[]> {
    return (await this.#list("resources/list", "resources", "uri", signal)).map(toResource);
  }

  async listResourceTemplates(signal: AbortSignal): Promise<ResourceTemplate[]> {
    return (await this.#list("resources/templates/list", "resourceTemplates", "uriTemplate", signal)).map(toResourceTemplate);
  }

  async readResource(uri: string, signal: AbortSignal): Promise<ResourceContent[]> {
    return toResourceContents(await this.#request("resources/read", { uri }, signal), uri);
  }

  subscribeResourceList(signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<ResourceInfo[]>>> {
    return this.#explained("resources/list", signal, () => this.#subscriptions.followList(signal));
  }

  subscribeResource(uri: string, signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<ResourceContent[]>>> {
    return this.#explained("resources/subscribe", signal, () => this.#subscriptions.followResource(uri, signal));
  }

  async close(): Promise<void> {
    await this.#connection.close();
    disposeSecrets(this.#params);
  }

  /** All pages of a list. A server that never declared the feature and does not know the method has an empty list. */
  async #list(method: string, member: string, key: string, signal: AbortSignal): Promise<unknown[]> {
    const fetchPage = async (cursor: string | undefined) => {
      const result = await this.#request(
        method,
        cursor === undefined ? {} : { cursor },
        signal,
        member === "tools" ? "tools" : "resources",
      );
      const items = result[member];
      const next = result["nextCursor"];
      return { items: Array.isArray(items) ? items : [], next: typeof next === "string" ? next : undefined };
    };
    const keyOf = (item: unknown) => {
      const value = (item as Record<string, unknown> | null)?.[key];
      return typeof value === "string" ? value : undefined;
    };
    const onRepeat = (cursor: string) => {
      this.#log.warn(`${method} gave the cursor ${cursor} twice; the list ends there`, { method, cursor });
    };
    return await this.#explained(method, signal, async () => [...(await readPages(fetchPage, keyOf, onRepeat)).values()]);
  }

  /** @param optional what the server must have declared for an unknown method to be an error */
  async #request(
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal,
    optional?: "tools" | "resources",
  ): Promise<RawResult> {
    return await this.#explained(method, signal, async () => {
      const session = await this.#connection.acquire(signal);
      try {
        return await session.request(method, params, this.#params, signal);
      } catch (error) {
        if (optional !== undefined && !session.has(optional) && rpcErrorOf(error)?.code === ErrorCode.MethodNotFound) return {};
        if (!isLostSession(session, error)) throw this.#failure(method, error, session);
        // The server forgot the session, so it did not act on the request: a fresh session may ask again.
        this.#connection.drop(session);
        return await (await this.#connection.acquire(signal)).request(method, params, this.#params, signal);
      }
    });
  }

  /** Runs `work`; its failure names the tooling and the method, unless the caller itself gave up. */
  async #explained<T>(method: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw this.#failure(method, error);
    }
  }

  #failure(method: string, error: unknown, session?: McpSession): Error {
    if (error instanceof ToolingError) return error;
    const detail = describeFault(error, this.#params.timeout_secs, this.#redact, session?.endReason);
    const message = this.#redact(`tooling ${JSON.stringify(this.#name)}: MCP ${method} failed: ${detail}`);
    return new ToolingError(message, { cause: this.#withoutSecrets(error) });
  }

  /** The error itself, or, when it holds a secret (a server may echo the token in its answer), what can be said of it. */
  #withoutSecrets(error: unknown): unknown {
    const said = Deno.inspect(error, { depth: 5, colors: false, strAbbreviateSize: Infinity });
    const clean = this.#redact(said);
    return clean === said ? error : new Error(clean);
  }

  /** A log message of the server. */
  #logMessage(params: Record<string, unknown> | undefined): void {
    const data = params?.["data"];
    const line = this.#redact(typeof data === "string" ? data : JSON.stringify(data) ?? "").slice(0, MAX_LOGGED_CHARS);
    this.#log.debug(line, { stream: "notifications", level: params?.["level"] });
  }
}

/** The most characters of a server's log message that are logged. */
const MAX_LOGGED_CHARS = 8 * 1024;

/** A failure that was explained already. */
class ToolingError extends Error {
  override readonly name = "ToolingError";
}

/**
 * Whether the server says that it does not know the session: HTTP 404 to a request with a session id by the specification; the
 * reference servers answer 400 and a JSON-RPC error that speaks of the session.
 */
function isLostSession(session: McpSession, error: unknown): boolean {
  const status = httpFaultOf(error)?.status;
  return session.isNumbered && (status === 404 || (status === 400 && /session/i.test(rpcErrorOf(error)?.message ?? "")));
}
