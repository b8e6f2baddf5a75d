/**
 * Toolings under test: built by the real factories from config params, with their log captured.
 */

import { fileURLToPath } from "node:url";
import { getLogger, installLog, type LogEntry } from "../../src/protocol/log.ts";
import { mcpTooling } from "../../src/tooling/mcp.ts";
import type { Tooling } from "../../src/protocol/backends.ts";
import { secretKeeper } from "../../src/config/mod.ts";
import type { ToolingFactory } from "../../src/tooling/tooling.ts";

/** Where the hand-written servers are. */
export const ODD_SERVER: string = fileURLToPath(new URL("./mcp/odd_server.ts", import.meta.url));

/** Generous for any single step of a test on a loaded machine. */
export const STEP_MS = 20_000;

const entries: LogEntry[] = [];
installLog((entry) => {
  if (entry.level !== "trace") entries.push(entry);
});
secretKeeper.setPolicy({ allowUnlocked: true, warn: () => {} });

/** A signal that ends a step which hangs. */
export function patience(): AbortSignal {
  return AbortSignal.timeout(STEP_MS);
}

/** What was logged for the tooling `name`, each line's text and fields as JSON. */
export function logged(name: string): string[] {
  return entries.filter(({ fields }) => fields["tooling"] === name)
    .map(({ fields, message, level }) => JSON.stringify({ ...fields, text: message, level }));
}

/** How a tooling under test differs from the usual one. */
export interface ToolingOptions {
  /** Its name; give one where the log is looked at. */
  name?: string;
  /** The first pause between dials, in ms. */
  startMs?: number;
  /** The cap of the pauses, in s. */
  capSecs?: number;
  /** Hears warnings about the params. */
  warn?: (message: string) => void;
  /** Another kind than `mcp`. */
  factory?: ToolingFactory;
}

/** A tooling as the engine would build it. */
export function buildTooling(params: Record<string, unknown>, options: ToolingOptions = {}): Tooling {
  const name = options.name ?? "t";
  return (options.factory ?? mcpTooling).build({
    name,
    params,
    where: `tooling.${name}`,
    tunables: {
      mock_speed: 1,
      tooling_connect_backoff_start_ms: options.startMs ?? 20,
      tooling_connect_backoff_cap_secs: options.capSecs ?? 0.1,
    },
    warn: options.warn ?? (() => {}),
    log: getLogger(["omw", "tooling"]),
  });
}

/** The params of the hand-written server with these traits. */
export function oddServer(traits: string[], further: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    transport: "stdio",
    command: Deno.execPath(),
    args: ["run", "-A", "--no-lock", "--cached-only", ODD_SERVER, ...traits],
    inherit_env: ["DENO_DIR"],
    ...further,
  };
}

/** Runs `use` with the tooling and closes it, whatever happens. */
export async function withTooling<T>(tooling: Tooling, use: (tooling: Tooling) => Promise<T>): Promise<T> {
  try {
    return await use(tooling);
  } finally {
    await tooling.close();
  }
}

/** Waits until `holds`; fails after `STEP_MS`. */
export async function eventually(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const limit = Date.now() + STEP_MS;
  while (!await holds()) {
    if (Date.now() > limit) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
