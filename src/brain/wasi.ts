/**
 * WASI 0.2 for a component (design §4.2): standard streams whose output the host logs, clocks and random numbers are served here; files,
 * network, http and waiting by the host's broker, which applies the grants.
 *
 * The interfaces have no versions: the patch releases of 0.2 only added functions, so one object serves them all.
 * @module
 */

import type { InnerBridge, RunState } from "./component_bridge.ts";
import type { wasiCli, WasiSurroundings } from "./wasi_cli.ts";
import type { wasiClocks } from "./wasi_clocks.ts";
import type { wasiFilesystem } from "./wasi_filesystem.ts";
import type { wasiHost } from "./wasi_host.ts";
import type { wasiHttp } from "./wasi_http.ts";
import type { wasiIo } from "./wasi_io.ts";
import type { wasiRandom, WasiRandomBounds } from "./wasi_random.ts";
import type { wasiSockets } from "./wasi_sockets.ts";
import type { wasiUdp } from "./wasi_udp.ts";

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
  /** The broker. */
  wasiHost: typeof wasiHost;
  /** The datagrams of the network. */
  wasiUdp: typeof wasiUdp;
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
export function wasi(
  parts: WasiParts,
  bridge: InnerBridge,
  surroundings: WasiSurroundings & WasiRandomBounds,
  state: RunState,
): Wasi {
  const host = parts.wasiHost(bridge);
  const io = parts.wasiIo(bridge, host);
  const cli = parts.wasiCli(bridge, io, surroundings, state);
  return {
    flush: cli.flush,
    interfaces: {
      ...io.interfaces,
      ...cli.interfaces,
      ...parts.wasiClocks(bridge, io),
      ...parts.wasiRandom(bridge, surroundings),
      ...parts.wasiFilesystem(io, host),
      ...parts.wasiSockets(io, host, parts.wasiUdp),
      ...parts.wasiHttp(io, host),
    },
  };
}
