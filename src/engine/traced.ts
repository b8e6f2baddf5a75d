/**
 * `run` and `loop` with their trace as a stream (facts §11).
 * @module
 */

import type { LoadedConfig } from "../config/mod.ts";
import { TraceHub } from "../host/mod.ts";
import type { TraceEvent } from "../protocol/mod.ts";
import type { Registries } from "./registries.ts";
import { loopAgents, runAgents, type RunOptions } from "./run.ts";
import { Shutdown } from "./shutdown.ts";
import { TraceStream } from "./trace_stream.ts";

/**
 * Runs every agent once and gives the trace as it comes. The agents start at the first read, and the stream ends when all have ended;
 * leaving it early asks them to shut down, and waits until they have.
 *
 * Iterating throws what `runAgents` throws, after the last entry, and {@linkcode TraceLaggedError} when the reader is more than
 * `tunables.trace_buffer` entries behind: agents never wait for their reader.
 */
export function runAgentsTraced(
  loaded: LoadedConfig,
  registries: Registries,
  options: RunOptions,
): AsyncGenerator<TraceEvent, void, void> {
  return traced(loaded, options, (own) => runAgents(loaded, registries, own));
}

/** As {@linkcode runAgentsTraced}, running every agent again and again until a shutdown is requested. */
export function loopAgentsTraced(
  loaded: LoadedConfig,
  registries: Registries,
  options: RunOptions,
): AsyncGenerator<TraceEvent, void, void> {
  return traced(loaded, options, (own) => loopAgents(loaded, registries, own));
}

async function* traced(
  { config }: LoadedConfig,
  options: RunOptions,
  drive: (options: RunOptions) => Promise<void>,
): AsyncGenerator<TraceEvent, void, void> {
  const trace = options.trace ?? new TraceHub();
  // One of its own, so that leaving the stream ends these agents and nothing else.
  const shutdown = new Shutdown();
  const request = () => shutdown.request();
  options.shutdown.signal.addEventListener("abort", request, { once: true });
  if (options.shutdown.requested) request();
  const stream = new TraceStream(config.tunables.trace_buffer);
  const unlisten = trace.listen((event) => stream.push(event));
  const driven = drive({ ...options, trace, shutdown }).then(() => stream.end(), (error) => stream.fail(error));
  try {
    yield* stream;
  } finally {
    unlisten();
    options.shutdown.signal.removeEventListener("abort", request);
    request();
    await driven;
  }
}
