/**
 * Rows about large components (issue "Brains in any language", Bounds): they are transpiled once per content.
 * @module
 */

import { referenceComponents } from "../support/components.ts";
import { denoFolder } from "../support/deno_folder.ts";
import { Workspace } from "../support/workspace.ts";
import { paired, type Row, skippedRow } from "./row.ts";
import { HELLO, LAUNCHER, ONE_AGENT, processorTime } from "./whole_process.ts";

/** The rows; there are none without the reference's js interpreter, which is the component of 10 MB. */
export async function componentBench(): Promise<Row[]> {
  const found = await referenceComponents();
  if ("missing" in found) return [skippedRow("a component of 10 MB", found.missing)];
  const interpreter = JSON.stringify(`${found.folder}/omw-wasm-js-interpreter.component.wasm`);
  await using dir = await Workspace.with({
    ...HELLO,
    "component.toml": ONE_AGENT.replace(`kind = "js"`, `kind = "js"\ninterpreter = ${interpreter}`),
  });
  const env = { DENO_DIR: denoFolder(), XDG_CACHE_HOME: dir.path("cache") };
  const start = (config: string) => () => processorTime(LAUNCHER, ["run", "--config", config], { cwd: dir.dir, env });
  // The round that does not count is the first start, which transpiles.
  const second = await paired(9, start("component.toml"), start("omw.toml"));
  return [{
    name: "second start of a component of 10 MB, ms of processor time beyond a js start",
    ratio: second.ours - second.calibration,
    bound: 150,
    note: `${second.ours.toFixed(0)} ms : ${second.calibration.toFixed(0)} ms`,
  }];
}
