/**
 * What `run` and `loop` share: the log, signals, the config, and the engine that runs the agents.
 * @module
 */

import { getLogger } from "@logtape/logtape";
import { exit } from "./exit.ts";
import { faultLine, faultStacks } from "./fault.ts";
import { type Log, startLog } from "./log.ts";
import type { Invocation } from "./options.ts";
import { onEndSignals } from "./signals.ts";

/**
 * Runs the agents of the invocation's config with `runAgents` or `loopAgents` of the engine, which is loaded first.
 * Resolves with the exit code: 0 when they ended well or a signal asked for the end, 1 after a fault.
 */
export async function startAgents(invocation: Invocation, drive: "runAgents" | "loopAgents"): Promise<number> {
  const log = startLog(invocation);
  const asked = new AbortController();
  listen(log, asked);
  try {
    await drivenAgents(invocation, drive, asked.signal);
    return 0;
  } catch (error) {
    if (asked.signal.aborted) return endedLate(error);
    reportFault(log, error, invocation.verbose);
    return 1;
  }
}

async function drivenAgents(invocation: Invocation, drive: "runAgents" | "loopAgents", asked: AbortSignal): Promise<void> {
  const logger = getLogger(["omw", "cli"]);
  logger.info("omw starting", { command: invocation.command, watch: invocation.watch });
  const [{ loadConfig }, engine] = await Promise.all([import("../config/mod.ts"), import("../engine/mod.ts")]);
  const shutdown = new engine.Shutdown();
  if (asked.aborted) shutdown.request();
  else asked.addEventListener("abort", () => shutdown.request(), { once: true });
  const loaded = await loadConfig({ path: invocation.config, env: Deno.env.toObject(), cwd: Deno.cwd() });
  for (const warning of loaded.warnings) logger.warn("config warning", { warning });
  const { config, path } = loaded;
  logger.info("configuration loaded", {
    path,
    providers: config.providers.size,
    tooling: config.tooling.size,
    runtime: config.runtime.size,
    agents: config.agents.length,
  });
  await engine[drive](loaded, engine.Registries.builtin(), { watch: invocation.watch, shutdown });
}

function listen(log: Log, asked: AbortController): void {
  const logger = getLogger(["omw", "cli"]);
  onEndSignals({
    first: (signal) => {
      logger.info("shutdown signal received", { signal });
      asked.abort();
    },
    third: (signal, exitCode) => {
      log.writeLine(`omw: ended at once by the third signal (${signal})`);
      exit(exitCode);
    },
  });
}

/** Once the end was asked for, the exit code is 0 whatever agents make of it (facts §2.4); it is not silent though. */
function endedLate(error: unknown): number {
  getLogger(["omw", "cli"]).warn("fault while shutting down", { error: faultLine(error) });
  return 0;
}

/** Programs that read the log get a log line; people, and service managers that show the last line, get the plain one. */
function reportFault(log: Log, error: unknown, verbose: boolean): void {
  const line = faultLine(error);
  if (log.format === "pipe") getLogger(["omw", "cli"]).error("omw terminated with an error", { error: line });
  log.writeLine(`omw: ${line}`);
  if (verbose) log.writeLine(faultStacks(error));
}
