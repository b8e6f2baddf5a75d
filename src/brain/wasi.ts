/**
 * WASI 0.2 for a component, with nothing granted (design §4.2): standard streams whose output the host logs, clocks, random numbers;
 * files, network and http are there and refuse with WASI's own error codes.
 *
 * The interfaces have no versions: the patch releases of 0.2 only added functions, so one object serves them all. What a guest is
 * granted later is served by the same functions, which then ask the host over the bridge.
 * @module
 */

import type { InnerBridge, RunState } from "./component_bridge.ts";
import type { wasiCli, WasiSurroundings } from "./wasi_cli.ts";
import type { wasiClocks } from "./wasi_clocks.ts";
import type { wasiFilesystem } from "./wasi_filesystem.ts";
import type { wasiHttp } from "./wasi_http.ts";
import type { wasiIo } from "./wasi_io.ts";
import type { wasiRandom } from "./wasi_random.ts";
import type { wasiSockets } from "./wasi_sockets.ts";

/** The parts, which are handed over because code that is sent inside can import nothing. */
export interface WasiParts {
  /** Errors, pollables, streams. */
  wasiIo: typeof wasiIo;
  /** The command line's surroundings. */
  wasiCli: typeof wasiCli;
  /** Clocks. */
  wasiClocks: typeof wasiClocks;
  /** Random numbers. */
  wasiRandom: typeof wasiRandom;
  /** Files. */
  wasiFilesystem: typeof wasiFilesystem;
  /** Network. */
  wasiSockets: typeof wasiSockets;
  /** HTTP. */
  wasiHttp: typeof wasiHttp;
}

/** All interfaces, and how to end the standard streams. */
export interface Wasi {
  /** By interface, and in it by name in camel case. */
  interfaces: Record<string, Record<string, unknown>>;
  /** Tells what was written behind the last line end. */
  flush(): void;
}

/** Runs inside (see `component_bridge.ts`). */
export function wasi(parts: WasiParts, bridge: InnerBridge, surroundings: WasiSurroundings, state: RunState): Wasi {
  const io = parts.wasiIo(bridge);
  const cli = parts.wasiCli(bridge, io, surroundings, state);
  return {
    flush: cli.flush,
    interfaces: {
      ...io.interfaces,
      ...cli.interfaces,
      ...parts.wasiClocks(bridge, io),
      ...parts.wasiRandom(bridge),
      ...parts.wasiFilesystem(),
      ...parts.wasiSockets(),
      ...parts.wasiHttp(io),
    },
  };
}
