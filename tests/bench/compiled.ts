/**
 * Rows about compiled programs: their size, their start, their memory, each against an empty program that was compiled the same way.
 * @module
 */

import { compiledEmpty, compiledProgram, compiledSkipReason } from "../support/compiled.ts";
import { childrenOf } from "../support/process_tree.ts";
import { Workspace } from "../support/workspace.ts";
import { paired, type Row, skippedRow, timesRow } from "./row.ts";
import { HELLO, ONE_AGENT, wholeProcess } from "./whole_process.ts";

/** The rows; one that says why there are none, where nothing can be compiled. */
export async function compiledBench(): Promise<Row[]> {
  const reason = compiledSkipReason() ??
    (Deno.env.get("DENORT_BIN") ? undefined : "no empty program to compare with: set DENO and DENORT_BIN");
  if (reason !== undefined) return [skippedRow("compiled program", reason)];
  await using program = await compiledProgram("full");
  await using dir = await Workspace.with({
    ...HELLO,
    "idle.toml": ONE_AGENT.replace("a.js", "idle.js"),
    "idle.js": "for (;;) omw.host.recv();",
  });
  const empty = await compiledEmpty(dir.dir);
  const cwd = dir.dir;
  const start = () => wholeProcess(empty, [], { cwd });
  const version = await paired(15, () => wholeProcess(program.path, ["--version"], { cwd }), start);
  const run = await paired(15, () => wholeProcess(program.path, ["run"], { cwd }), start);
  const size = { ours: await sizeOf(program.path), empty: await sizeOf(empty) };
  return [
    {
      name: "compiled omw, all kinds inside : an empty compiled program, bytes",
      ratio: size.ours / size.empty,
      bound: 1.1,
      note: `${megabytes(size.ours)} : ${megabytes(size.empty)} MB`,
    },
    timesRow("compiled omw --version : an empty compiled program", 1.3, version),
    timesRow("compiled omw run of a js brain that returns at once : an empty compiled program", 3, run),
    ...await memoryRows(program.path, empty, cwd),
  ];
}

async function memoryRows(program: string, empty: string, cwd: string): Promise<Row[]> {
  const child = new Deno.Command(program, {
    args: ["run", "--config", "idle.toml", "--log-format", "pipe"],
    cwd,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  try {
    await lineWith(child.stderr, "agent iteration starting");
    await settled();
    const brain = (await Promise.all((await childrenOf(child.pid)).map(residentMb))).reduce((most, mb) => Math.max(most, mb), 0);
    const host = await residentMb(child.pid);
    const calibration = await emptyResidentMb(empty);
    return [
      {
        name: "idle host of one agent : an empty compiled program that waits, resident memory",
        ratio: host / calibration,
        bound: 1.6,
      },
      {
        name: "idle brain process : an empty compiled program that waits, resident memory",
        ratio: brain / calibration,
        bound: 1.6,
      },
    ].map((row) => ({ ...row, note: `host ${host.toFixed(0)}, brain ${brain.toFixed(0)}, empty ${calibration.toFixed(0)} MB` }));
  } finally {
    child.kill("SIGTERM");
    await child.status;
  }
}

/** What the empty program holds while it waits. */
async function emptyResidentMb(empty: string): Promise<number> {
  const child = new Deno.Command(empty, { args: ["wait"], stdin: "null", stdout: "null", stderr: "null" }).spawn();
  try {
    await settled();
    return await residentMb(child.pid);
  } finally {
    child.kill("SIGTERM");
    await child.status;
  }
}

/** Until a process that has started has nothing more to do: a second is many times what it takes. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

async function residentMb(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

async function lineWith(stream: ReadableStream<Uint8Array>, text: string): Promise<void> {
  let seen = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream()).values({ preventCancel: true })) {
    seen += chunk;
    if (seen.includes(text)) return;
  }
  throw new Error(`the program ended without ${text}: ${seen}`);
}

async function sizeOf(path: string): Promise<number> {
  return (await Deno.stat(path)).size;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
