/**
 * All that is sent into a js brain's world, as one source text.
 * @module
 */

import { makeConsole } from "./js_console.ts";
import { makeEnding } from "./js_end.ts";
import { makeInstaller, type WorldKit } from "./js_install.ts";
import { makeJsonWriter } from "./js_json.ts";
import { capturePrimordials } from "./js_primordials.ts";
import { makeReaders } from "./js_read.ts";
import { makeShapes } from "./js_shapes.ts";
import { makeLaterShapes } from "./js_shapes_later.ts";
import { makeOmw } from "./js_world.ts";

/** What is sent inside, by the names under which `js_install.ts` finds it. */
export const worldKit: WorldKit = {
  capturePrimordials,
  makeJsonWriter,
  makeReaders,
  makeShapes,
  makeLaterShapes,
  makeConsole,
  makeEnding,
  makeOmw,
};

/** An expression whose value is the function that installs the globals (`Install`). */
export function installerSource(): string {
  const members = Object.entries(worldKit).map(([name, part]) => `${name}: ${part}`);
  return `(${makeInstaller})({ __proto__: null, ${members.join(",\n")} })`;
}
