/**
 * The program inside a brain process (design §2, §3): takes run after run from the host until the host closes the pipe.
 * @module
 */

import type { HostFrame, StartFrame } from "../protocol/frames.ts";
import { VERSION } from "../protocol/version.ts";
import { HostClient } from "./client.ts";
import { runJs } from "./js.ts";
import { FrameTooLongError, Link } from "./link.ts";
import { lockDown } from "./lockdown.ts";
import type { Outcome } from "./outcome.ts";
import { Parts, type RunParts } from "./parts.ts";

/** Error texts are cut after so many UTF-16 units: they go into log lines, and a brain may throw a text of any length. */
const MAX_ERROR_LENGTH = 64 * 1024;

/**
 * Serves the host on standard input and output. Ends the process, never itself: with 0 when the host is gone, with 1 and a line on
 * standard error when the host's frames make no sense or the sandbox can't be set up.
 */
export async function main(): Promise<void> {
  const exit: (code: number) => never = Deno.exit;
  const memoryUsage = Deno.memoryUsage;
  const { stdin, stdout, stderr } = Deno;
  const encoder = new TextEncoder();
  // A brain's promise that nobody handles is the brain's matter, not the end of this process.
  globalThis.addEventListener("unhandledrejection", (event) => event.preventDefault());
  function leave(fault?: string): never {
    if (fault !== undefined) stderr.writeSync(encoder.encode(`brain process: ${fault}\n`));
    exit(fault === undefined ? 0 : 1);
  }

  try {
    const parts = new Parts();
    const link = new Link(
      { readSync: (buffer) => stdin.readSync(buffer), writeSync: (bytes) => stdout.writeSync(bytes) },
      leave,
      parts,
    );
    link.send(JSON.stringify({ t: "ready", v: VERSION }));
    lockDown();
    for (;;) {
      const frame = JSON.parse(link.readLine()) as HostFrame;
      if (frame.t === "start") {
        const outcome = await run(link, frame, parts.take(frame.r));
        finish(link, frame.r, outcome, memoryUsage().rss);
      }
      // Anything else is about a run that is over.
    }
  } catch (error) {
    leave(error instanceof Error ? error.message : String(error));
  }
}

/** Does one run. */
async function run(link: Link, start: StartFrame, parts: RunParts): Promise<Outcome> {
  const memory = new Map<string, string>(Object.entries(JSON.parse(parts.texts.get("memory") ?? "{}")));
  const client = new HostClient(link, start, memory);
  try {
    const { program, op } = start;
    if (program.kind === "js") return runJs({ op, program, parts, client });
    const { runComponent } = await import("./component.ts");
    return runComponent({ op, program, parts, client });
  } finally {
    client.close();
  }
}

/** Tells the host how a run ended. */
function finish(link: Link, r: number, outcome: Outcome, mem: number): void {
  const message = "err" in outcome ? { err: shorten(outcome.err) } : outcome;
  try {
    link.send(JSON.stringify({ t: "done", r, ...message, mem }));
  } catch (error) {
    if (!(error instanceof FrameTooLongError)) throw error;
    link.send(JSON.stringify({ t: "done", r, err: `the terminal message can't be sent: ${error.message}`, mem }));
  }
}

function shorten(text: string): string {
  return text.length <= MAX_ERROR_LENGTH ? text : `${text.slice(0, MAX_ERROR_LENGTH)} … (${text.length} units in all)`;
}
