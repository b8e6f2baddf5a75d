/**
 * The source text of a component's inner world, put together from the functions that run inside.
 * @module
 */

import { componentBridge } from "./component_bridge.ts";
import { componentGlobals } from "./component_globals.ts";
import { componentImports } from "./component_imports.ts";
import { componentRecords } from "./component_records.ts";
import { componentWorld, type WorldParts } from "./component_world.ts";
import { wasi } from "./wasi.ts";
import { wasiCli } from "./wasi_cli.ts";
import { wasiClocks } from "./wasi_clocks.ts";
import { wasiFilesystem } from "./wasi_filesystem.ts";
import { wasiHost } from "./wasi_host.ts";
import { wasiHttp } from "./wasi_http.ts";
import { wasiIo } from "./wasi_io.ts";
import { wasiRandom } from "./wasi_random.ts";
import { wasiSockets } from "./wasi_sockets.ts";
import { wasiUdp } from "./wasi_udp.ts";

const parts: WorldParts = {
  componentBridge,
  componentGlobals,
  componentImports,
  componentRecords,
  wasi,
  wasiCli,
  wasiClocks,
  wasiFilesystem,
  wasiHost,
  wasiHttp,
  wasiIo,
  wasiRandom,
  wasiSockets,
  wasiUdp,
};

/** Every function that is sent inside, by name. */
export const insideFunctions: Readonly<Record<string, (...args: never[]) => unknown>> = { ...parts, componentWorld };

/**
 * A script whose value is a function that takes the border's functions one by one (an object made of them would be an outer one)
 * and the setup, and answers an `Execute`; see `component_world.ts`.
 */
export const worldSource: string = `"use strict";
(() => {
  const parts = { __proto__: null, ${Object.entries(parts).map(([name, run]) => `${name}: ${run}`).join(",\n")} };
  const world = ${componentWorld};
  return (call, output, encodeInto, decode, system, takeBlock, release, now, random, setup) =>
    world(parts, { call, output, encodeInto, decode, system, takeBlock, release, now, random }, setup);
})()`;

/** The glue as a script whose value is its `instantiate`: it imports nothing, and its two exports stand at the start of a line. */
export function glueSource(glue: string): string {
  return `(() => {\n${glue.replaceAll(/^export (?=function |const )/gm, "")}\nreturn instantiate;\n})()`;
}
