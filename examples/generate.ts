/**
 * Writes the test config of every variant of every case anew, from the case's template. Runs as `deno task examples`; a test fails
 * while a committed config differs from what this would write.
 * @module
 */

import { generatedConfigs } from "./cases.ts";

for (const { path, text } of await generatedConfigs()) await Deno.writeTextFile(path, text);
