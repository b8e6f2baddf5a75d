/**
 * The keys of a `[tooling.<name>]` entry of kind `mcp`.
 * @module
 */

import { z } from "zod";
import type { Secret } from "../config/secret.ts";
import { secretString } from "../config/secret_string.ts";

/** A day in seconds: the most that any timeout may be, far below the 2³¹ ms at which timers overflow. */
const DAY_SECS = 86_400;

/** Names that never reach a server: omw's own settings may hold any secret, and the socket is the service manager's (design §4.4). */
const PRIVATE_NAME = /^(?:OMW__.*|NOTIFY_SOCKET)$/i;
const PRIVATE_NAME_MESSAGE = "is omw's own and is never passed to a tool server: choose another name, or remove it";

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** A table of secrets whose names are checked. @param fault what is wrong with a name */
function secretsNamed(fault: (name: string) => string | undefined): z.ZodType<Record<string, Secret>, Record<string, string>> {
  return z.record(z.string(), secretString()).superRefine((table, context) => {
    for (const name of Object.keys(table)) {
      const message = name === "" ? "an empty name" : fault(name);
      if (message !== undefined) context.addIssue({ code: "custom", path: [name], message });
    }
  });
}

const seconds = z.number().positive().max(DAY_SECS);
const notEmpty = z.string().min(1, "must not be empty");

const timing = {
  timeout_secs: seconds.default(300).describe(
    "How long a request may go without an answer, in seconds; each progress notification of the server starts it again.",
  ),
  max_timeout_secs: seconds.default(3_600).describe(
    "How long a request may take in all, in seconds, whatever progress the server reports.",
  ),
  connect_timeout_secs: seconds.default(60).describe(
    "How long the server may take to answer the handshake, in seconds. The first start of an npx server downloads it.",
  ),
  protocol: z.enum(["auto", "2025-11-25", "2026-07-28"]).default("auto").describe(
    "The MCP revision to speak: `auto` finds out. `2025-11-25` lets the server answer with an older one.",
  ),
};

/** The params of a server that omw starts and talks to over its stdin and stdout. */
export const stdioParams = z.object({
  transport: z.literal("stdio").describe("Start the server as a process and talk over its stdin and stdout."),
  command: notEmpty.describe("The program: a path, or a name that is looked up in PATH."),
  args: z.array(z.string()).default([]).describe("Its arguments."),
  env: secretsNamed((name) => PRIVATE_NAME.test(name) ? PRIVATE_NAME_MESSAGE : undefined).default({}).describe(
    "Environment variables for the server, added to the base environment (HOME, LOGNAME, PATH, SHELL, TERM, USER).",
  ),
  inherit_env: z.array(notEmpty.refine((name) => !PRIVATE_NAME.test(name), PRIVATE_NAME_MESSAGE)).default([]).describe(
    "Names of omw's own environment variables that the server gets too.",
  ),
  cwd: notEmpty.optional().describe("The server's working folder; omw's own when absent."),
  ...timing,
});

/** The params of a server that is reached over streamable HTTP. */
export const httpParams = z.object({
  transport: z.literal("http").describe("Talk to a server over streamable HTTP."),
  url: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).describe("The URL of the MCP endpoint."),
  auth_token: secretString().optional().describe("Sent as `Authorization: Bearer <token>`; the word Bearer may be left off."),
  headers: secretsNamed((name) => HEADER_NAME.test(name) ? undefined : "is no HTTP header name").default({})
    .describe(
      "Further request headers.",
    ),
  ...timing,
});

/** The params of kind `mcp`, told apart by `transport`. */
export const mcpParams = z.discriminatedUnion("transport", [stdioParams, httpParams]);

/** The parsed params of a stdio server. */
export type StdioParams = z.infer<typeof stdioParams>;
/** The parsed params of an HTTP server. */
export type HttpParams = z.infer<typeof httpParams>;
/** The parsed params of either. */
export type McpParams = z.infer<typeof mcpParams>;
