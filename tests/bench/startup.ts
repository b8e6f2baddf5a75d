/**
 * Rows about starting: whole processes, as a user starts them.
 * @module
 */

import { fileURLToPath } from "node:url";
import { Workspace } from "../support/workspace.ts";
import { paired, type Row, timesRow } from "./row.ts";
import { HELLO, LAUNCHER, wholeProcess } from "./whole_process.ts";

const EMPTY = fileURLToPath(new URL("./empty.ts", import.meta.url));

/** The rows. */
export async function startupBench(): Promise<Row[]> {
  await using dir = await Workspace.with(HELLO);
  const cwd = dir.dir;
  const empty = () => wholeProcess(Deno.execPath(), ["run", "--no-config", "--no-lock", EMPTY], { cwd });
  const run = await paired(9, () => wholeProcess(LAUNCHER, ["run"], { cwd }), empty);
  const version = await paired(9, () => wholeProcess(LAUNCHER, ["--version"], { cwd }), empty);
  return [
    timesRow("omw run of a js brain that returns at once : deno run of an empty module", 5, run),
    timesRow("omw --version : deno run of an empty module", 2.5, version),
  ];
}
