/**
 * From the config of an MCP server to a transport that reaches it.
 * @module
 */

import type { Concealed, Secret } from "../config/mod.ts";
import { HttpTransport } from "./mcp_http.ts";
import type { HttpParams, McpParams, StdioParams } from "./mcp_params.ts";
import { StdioTransport } from "./mcp_stdio.ts";
import type { McpTransport } from "./mcp_transport.ts";
import type { Logger } from "../protocol/log.ts";

/** A fresh transport for a server, not yet started. */
export async function openTransport(params: McpParams, log: Logger, redact: (text: string) => string): Promise<McpTransport> {
  if (params.transport === "http") return await HttpTransport.create(new URL(params.url), httpHeaders(params));
  const { command, args, cwd } = params;
  return new StdioTransport({ command, args, cwd, env: await serverEnvironment(params), log, redact });
}

/** What of a server's config must not show in logs and errors: its secrets, and the parts of its URL where people put keys. */
export function secretsOf(params: McpParams): Concealed[] {
  if (params.transport === "stdio") return Object.values(params.env);
  const { search, password } = new URL(params.url);
  const parts = [search, password].map((part) => ({ reveal: () => part }));
  const { auth_token: token, headers } = params;
  const tokens = token === undefined ? [] : [token, { reveal: () => bareToken(token) }];
  return [...parts, ...Object.values(headers), ...tokens];
}

/** Wipes the secrets of a server's config. */
export function disposeSecrets(params: McpParams): void {
  const secrets = params.transport === "stdio" ? params.env : { ...params.headers, "": params.auth_token };
  for (const secret of Object.values(secrets)) secret?.dispose();
}

/** The environment of a server: the client package's base list, the inherited names, then the given variables. */
async function serverEnvironment(params: StdioParams): Promise<Record<string, string>> {
  const { getDefaultEnvironment } = await import("@modelcontextprotocol/client/stdio");
  const env = new Map(Object.entries(getDefaultEnvironment()));
  for (const name of params.inherit_env) {
    const value = Deno.env.get(name);
    if (value !== undefined) env.set(name, value);
  }
  for (const [name, secret] of Object.entries(params.env)) env.set(name, secret.reveal());
  return Object.fromEntries(env);
}

/** The headers of each request. */
function httpHeaders(params: HttpParams): Headers {
  const headers = new Headers();
  for (const [name, secret] of Object.entries(params.headers)) headers.set(name, secret.reveal());
  const token = params.auth_token && bareToken(params.auth_token);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  return headers;
}

/** A token without the word `Bearer`, which a config may put before it. */
function bareToken(token: Secret): string {
  return token.reveal().trim().replace(/^Bearer\s+/i, "");
}
