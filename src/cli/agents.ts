/**
 * What `run` and `loop` share: the log, signals, the config, and the engine that runs the agents.
 * @module
 */

import { getLogger, type Logger } from "../protocol/log.ts";
import type { LoadedConfig } from "../config/mod.ts";
import { certificateFault } from "./certificates.ts";
import { BrainPool } from "../runtime/brain_pool.ts";
import type { SpawnedBrain } from "../runtime/spawn_brain.ts";
import { exit } from "./exit.ts";
import { faultLine, faultStacks } from "./fault.ts";
import { type Log, startLog } from "./log.ts";
import type { Invocation } from "./options.ts";
import { openService } from "./service.ts";
import { onEndSignals } from "./signals.ts";

/**
 * Runs the agents of the invocation's config with `runAgents` or `loopAgents` of the engine. `spare` is a brain process that was
 * started already. Resolves with the exit code: 0 when they ended well or a signal asked for the end, 1 after a fault.
 */
export async function driveAgents(
  invocation: Invocation,
  drive: "runAgents" | "loopAgents",
  spare: SpawnedBrain | undefined,
): Promise<number> {
  const log = startLog(invocation);
  const asked = new AbortController();
  listen(log, asked);
  try {
    await drivenAgents(invocation, drive, spare, asked.signal);
    return 0;
  } catch (error) {
    if (asked.signal.aborted) return endedLate(error);
    reportFault(log, error, invocation.verbose);
    return 1;
  }
}

async function drivenAgents(
  invocation: Invocation,
  drive: "runAgents" | "loopAgents",
  spare: SpawnedBrain | undefined,
  asked: AbortSignal,
): Promise<void> {
  logger().info("omw starting", { command: invocation.command, watch: invocation.watch });
  // Opened first: it takes FFI, which is given back when secrets are locked.
  const service = await openService();
  try {
    if (asked.aborted) service?.stopping();
    else asked.addEventListener("abort", () => service?.stopping(), { once: true });
    const pool = new BrainPool();
    if (spare !== undefined) pool.warmUp(spare);
    await warnOfCertificates();
    let loaded: LoadedConfig;
    try {
      loaded = await load(invocation);
    } catch (error) {
      await pool.close();
      throw error;
    }
    // File by file: the room's entry would load everything else that the engine can do.
    const [engine, { Registries }, { Shutdown }] = await Promise.all([
      import("../engine/run.ts"),
      import("../engine/registries.ts"),
      import("../engine/shutdown.ts"),
    ]);
    const shutdown = new Shutdown();
    if (asked.aborted) shutdown.request();
    else asked.addEventListener("abort", () => shutdown.request(), { once: true });
    // From here on the engine closes the pool, also when it throws.
    await engine[drive](loaded, Registries.builtin(), {
      watch: invocation.watch,
      shutdown,
      pool,
      // Standard input cannot be read a second time, nor the environment be changed from outside.
      reread: loaded.path === undefined ? undefined : () => load(invocation),
      ready: () => service?.ready(),
      reloading: () => service?.reloading(),
    });
  } finally {
    service?.close();
  }
}

async function warnOfCertificates(): Promise<void> {
  const fault = await certificateFault((name) => Deno.env.get(name));
  if (fault !== undefined) logger().warn("trusted certificates are not in order", { fault });
}

async function load(invocation: Invocation): Promise<LoadedConfig> {
  const { loadConfig } = await import("../config/load.ts");
  const loaded = await loadConfig({ path: invocation.config, env: Deno.env.toObject(), cwd: Deno.cwd() });
  for (const warning of loaded.warnings) logger().warn("config warning", { warning });
  const { agents, providers, tooling, runtime } = loaded.config;
  logger().info("configuration loaded", {
    path: loaded.path,
    providers: providers.size,
    tooling: tooling.size,
    runtime: runtime.size,
    agents: agents.length,
  });
  return loaded;
}

function logger(): Logger {
  return getLogger(["omw", "cli"]);
}

function listen(log: Log, asked: AbortController): void {
  onEndSignals({
    first: (signal) => {
      logger().info("shutdown signal received", { signal });
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
  logger().warn("fault while shutting down", { error: faultLine(error) });
  return 0;
}

/** Programs that read the log get a log line; people, and service managers that show the last line, get the plain one. */
function reportFault(log: Log, error: unknown, verbose: boolean): void {
  const line = faultLine(error);
  if (log.format === "pipe") logger().error("omw terminated with an error", { error: line });
  log.writeLine(`omw: ${line}`);
  if (verbose) log.writeLine(faultStacks(error));
}
