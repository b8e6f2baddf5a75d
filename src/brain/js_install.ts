/**
 * Puts a js brain's world together, inside (sent there as source; see `js_primordials.ts`).
 * @module
 */

import type { makeConsole } from "./js_console.ts";
import type { Ending, makeEnding } from "./js_end.ts";
import type { makeJsonWriter } from "./js_json.ts";
import type { capturePrimordials } from "./js_primordials.ts";
import type { makeReaders } from "./js_read.ts";
import type { makeShapes } from "./js_shapes.ts";
import type { makeLaterShapes } from "./js_shapes_later.ts";
import type { makeOmw } from "./js_world.ts";

/** Serves a call, text in, text out (`HostClient.call`); what it throws is an object of the process and is never looked at. */
export type Bridge = (op: string, args: string) => string;

/** The functions that make a world's parts. */
export interface WorldKit {
  /** The language. */
  readonly capturePrimordials: typeof capturePrimordials;
  /** Values as JSON. */
  readonly makeJsonWriter: typeof makeJsonWriter;
  /** Arguments. */
  readonly makeReaders: typeof makeReaders;
  /** Results. */
  readonly makeShapes: typeof makeShapes;
  /** Results as release 0.1.10 has them. */
  readonly makeLaterShapes: typeof makeLaterShapes;
  /** The `console`. */
  readonly makeConsole: typeof makeConsole;
  /** The end. */
  readonly makeEnding: typeof makeEnding;
  /** The `omw` global. */
  readonly makeOmw: typeof makeOmw;
}

/**
 * Puts the globals in place, before the brain's script runs; answers how the script's end is told.
 * @param bridge the host
 * @param filename the script's name in stacks
 * @param api the release whose shapes it finds: `0.1.10`, or else those of the documents
 * @param shown its name in errors, when that is another
 */
export type Install = (bridge: Bridge, filename: string, api: string, shown?: string) => Ending;

/** Makes the installing function from the parts. */
export function makeInstaller(kit: WorldKit): Install {
  return (bridge, filename, api, shown) => {
    const p = kit.capturePrimordials();
    const writer = kit.makeJsonWriter(p);

    /** Makes a call of the host; all that is in here makes its calls through this. */
    function call(op: string, args: string): string {
      let reply: string;
      try {
        reply = bridge(op, args);
      } catch {
        // There was too little stack. The process's own error must not be seen in here: its constructor leads out.
        throw p.rangeError("Maximum call stack size exceeded");
      }
      return reply;
    }

    function log(level: string, message: string): void {
      call("log", p.stringify({ __proto__: null, level, message }));
    }

    function put(key: string, value: object, enumerable: boolean): void {
      p.define(p.global, key, { __proto__: null, value, writable: true, configurable: true, enumerable } as PropertyDescriptor);
    }

    const later = api === "0.1.10";
    const shapes = later ? kit.makeLaterShapes(p) : kit.makeShapes(p);
    put("omw", kit.makeOmw(p, kit.makeReaders(p, writer, later), shapes, writer.json, call), true);
    put("console", kit.makeConsole(p, writer, log), false);
    return kit.makeEnding(p, writer, filename, shown ?? filename);
  };
}
