/**
 * What an MCP server needs of the system.
 * @module
 */

import { plainParams } from "../config/params.ts";
import type { PermissionNeeds } from "../config/permissions.ts";

/** The variables of the client package's base environment on Unix. */
const BASE_ENV = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];

/** The needs of params that may be wrong; wrong ones need nothing, because they are refused before anything is done. */
export function mcpPermissions(params: unknown): PermissionNeeds {
  const fields = table(plainParams(params));
  if (fields["transport"] === "stdio" && typeof fields["command"] === "string") {
    const inherited = Array.isArray(fields["inherit_env"])
      ? fields["inherit_env"].filter((name) => typeof name === "string")
      : [];
    return { run: [fields["command"]], env: [...BASE_ENV, ...inherited], secrets: hasSecret(fields["env"]) };
  }
  if (fields["transport"] === "http" && typeof fields["url"] === "string" && URL.canParse(fields["url"])) {
    const url = new URL(fields["url"]);
    const port = url.port !== "" ? url.port : url.protocol === "https:" ? "443" : "80";
    return {
      net: [`${url.hostname}:${port}`],
      secrets: hasSecret({ token: fields["auth_token"] }) || hasSecret(fields["headers"]),
    };
  }
  return {};
}

/** Whether a table holds a text that is not empty, which is a secret to lock. */
function hasSecret(value: unknown): boolean {
  return Object.values(table(value)).some((text) => typeof text === "string" && text !== "");
}

function table(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
