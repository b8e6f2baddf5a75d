/**
 * Puts a js brain's world together, inside (sent there as source; see `js_world.ts`).
 * @module
 */

import type { makeConsole } from "./js_console.ts";
import type { Ending, makeEnding } from "./js_end.ts";
import type { makeJsonWriter } from "./js_json.ts";
import type { capturePrimordials } from "./js_primordials.ts";
import type { makeReaders } from "./js_read.ts";
import type { makeShapes } from "./js_shapes.ts";
import type { makeLaterShapes } from "./js_shapes_later.ts";
import type { Bridge, makeOmw } from "./js_world.ts";

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

    function log(level: string, message: string): void {
      try {
        bridge("log", p.stringify({ __proto__: null, level, message }));
      } catch {
        throw p.rangeError("Maximum call stack size exceeded");
      }
    }

    function put(key: string, value: object, enumerable: boolean): void {
      p.define(p.global, key, { __proto__: null, value, writable: true, configurable: true, enumerable } as PropertyDescriptor);
    }

    const later = api === "0.1.10";
    const shapes = later ? kit.makeLaterShapes(p) : kit.makeShapes(p);
    put("omw", kit.makeOmw(p, kit.makeReaders(p, writer, later), shapes, writer.json, bridge), true);
    put("console", kit.makeConsole(p, writer, log), false);
    return kit.makeEnding(p, writer, filename, shown ?? filename);
  };
}
