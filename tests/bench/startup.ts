/**
 * Rows about starting: whole processes, as a user starts them.
 * @module
 */

import { fileURLToPath } from "node:url";
import { Workspace } from "../support/workspace.ts";
import { paired, type Row } from "./row.ts";

const LAUNCHER = fileURLToPath(new URL("../../bin/omw", import.meta.url));
const EMPTY = fileURLToPath(new URL("./empty.ts", import.meta.url));

async function wholeProcess(command: string, args: string[], cwd: string): Promise<number> {
  const started = performance.now();
  const child = new Deno.Command(command, { args, cwd, stdin: "null", stdout: "null", stderr: "null" });
  const { code } = await child.output();
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}`);
  return performance.now() - started;
}

/** The rows. */
export async function startupBench(): Promise<Row[]> {
  await using dir = await Workspace.with({
    "omw.toml": `[runtime.js]\nkind = "js"\n[[agents]]\nname = "a"\nruntime = "js"\nscript = "a.js"\n`,
    "a.js": `"hello"`,
  });
  const empty = () => wholeProcess(Deno.execPath(), ["run", "--no-config", "--no-lock", EMPTY], dir.dir);
  const run = await paired(9, () => wholeProcess(LAUNCHER, ["run"], dir.dir), empty);
  const version = await paired(9, () => wholeProcess(LAUNCHER, ["--version"], dir.dir), empty);
  return [
    {
      name: "omw run of a js brain that returns at once : deno run of an empty module",
      ratio: run.ratio,
      bound: 5,
      note: `${run.ours.toFixed(0)} ms : ${run.calibration.toFixed(0)} ms`,
    },
    {
      name: "omw --version : deno run of an empty module",
      ratio: version.ratio,
      bound: 2.5,
      note: `${version.ours.toFixed(0)} ms : ${version.calibration.toFixed(0)} ms`,
    },
  ];
}
