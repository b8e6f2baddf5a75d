/**
 * What `omw test run` does: passes over the tests of a folder. Everything here is imported file by file, and what only some runs need when
 * they do, because the time to the first verdict counts.
 * @module
 */

import type { SpawnedBrain } from "../runtime/spawn_brain.ts";
import { discover, type Discovery } from "../testing/discovery.ts";
import { Registries } from "../engine/registries.ts";
import { testRegistries } from "../testing/registries.ts";
import { TestRunner } from "../testing/runner.ts";
import { TEST_PREFIX } from "../testing/test_config.ts";
import { exit } from "./exit.ts";
import { faultLine } from "./fault.ts";
import { type Log, startLog } from "./log.ts";
import type { Invocation } from "./options.ts";
import { writeError } from "./output.ts";
import { onEndSignals } from "./signals.ts";
import { readTestOptions, type TestOptions } from "./test_options.ts";
import { TestOutput } from "./test_output.ts";

/** What the log shows unless it is asked for more: verdicts tell of failed agents already. */
const USUAL_LOG = "warn,omw::host=off";

/**
 * Runs the tests, prints a line for each and a tally; with `--watch` again after each change.
 * Resolves with the exit code: 0 when all passed, or when a signal ended the watch.
 * @param spare a brain process that was started already
 * @throws {Error} when there is no such path, a glob is wrong, or tests failed, which the message names
 */
export async function testPasses(invocation: Invocation, spare: SpawnedBrain | undefined): Promise<number> {
  const options = readTestOptions(invocation);
  const log = startLog({ ...invocation, logLevel: logLevelOf(invocation) });
  const ended = listenForEnd(log);
  const runner = new TestRunner({
    jobs: options.jobs,
    failFast: options.failFast,
    env: Deno.env.toObject(),
    registries: options.real ? () => Registries.builtin() : testRegistries,
    spare,
    warn: (message) => log.writeLine(`omw: warning: ${faultLine(message)}`),
    signal: ended.signal,
  });
  try {
    const isWanted = await wantedLabels(options);
    const passOnce = () => pass(runner, options, isWanted);
    if (options.watch) return await passesUntilEnd(passOnce, options, ended.signal);
    const failed = await passOnce();
    if (ended.signal.aborted) return ended.exitCode;
    if (failed.length === 0) return 0;
    throw new Error(`${failed.length === 1 ? "1 test" : `${failed.length} tests`} failed: ${failed.join(", ")}`);
  } finally {
    await runner.close();
  }
}

async function wantedLabels(options: TestOptions): Promise<(label: string) => boolean> {
  if (options.include.length + options.exclude.length === 0) return () => true;
  const { labelFilter } = await import(import.meta.resolve("../testing/globs.ts")) as typeof import("../testing/globs.ts");
  return labelFilter(options);
}

/** Runs every wanted test once; the labels of those that failed. */
async function pass(runner: TestRunner, options: TestOptions, isWanted: (label: string) => boolean): Promise<string[]> {
  const found = await discover(options.path);
  const wanted: Discovery = { ...found, tests: found.tests.filter(({ label }) => isWanted(label)) };
  if (wanted.tests.length === 0) {
    const left = found.tests.length === 0 ? "" : ` (${found.tests.length} left out by --include and --exclude)`;
    await writeError(`omw: warning: no tests found in ${options.path}${left}\n`);
  }
  const output = new TestOutput(options, wanted.tests.map(({ label }) => label));
  const failed: string[] = [];
  for await (const result of runner.run(wanted)) {
    await output.result(result);
    if (!result.report.passed) failed.push(result.test.label);
  }
  await output.end();
  return failed;
}

async function passesUntilEnd(passOnce: () => Promise<string[]>, options: TestOptions, ended: AbortSignal): Promise<number> {
  const [{ environmentTunables }, { TreeWatch }] = await Promise.all([
    import(import.meta.resolve("../config/env_tunables.ts")) as Promise<typeof import("../config/env_tunables.ts")>,
    import(import.meta.resolve("../testing/tree_watch.ts")) as Promise<typeof import("../testing/tree_watch.ts")>,
  ]);
  // The window is the process's, not a test's, so it comes from the environment alone.
  const { watch_debounce_ms } = await environmentTunables(Deno.env.toObject(), TEST_PREFIX);
  const watch = new TreeWatch((await discover(options.path)).root, watch_debounce_ms);
  const close = () => void watch.close();
  ended.addEventListener("abort", close, { once: true });
  try {
    do {
      try {
        await passOnce();
      } catch (error) {
        // A folder that is just being replaced, say; the next change may mend it.
        await writeError(`omw: ${faultLine(error)}\n`);
      }
    } while (!ended.aborted && await watch.changed());
    return 0;
  } finally {
    ended.removeEventListener("abort", close);
    await watch.close();
  }
}

function logLevelOf(invocation: Invocation): string | undefined {
  if (invocation.logLevel !== undefined || invocation.verbose) return invocation.logLevel;
  return Deno.env.get("OMW_LOG") || Deno.env.get("RUST_LOG") ? undefined : USUAL_LOG;
}

/** The first signal ends all tests; what they started ends with them. */
function listenForEnd(log: Log): { signal: AbortSignal; exitCode: number } {
  const asked = new AbortController();
  const ended = { signal: asked.signal, exitCode: 0 };
  onEndSignals({
    first: (signal, exitCode) => {
      ended.exitCode = exitCode;
      log.writeLine(`omw: ending by ${signal}`);
      asked.abort(new Error(`ended by ${signal}`));
    },
    third: (signal, exitCode) => {
      log.writeLine(`omw: ended at once by the third signal (${signal})`);
      exit(exitCode);
    },
  });
  return ended;
}
