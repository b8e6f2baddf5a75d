/**
 * Runs tests side by side in one process.
 * @module
 */

import type { Registries } from "../engine/mod.ts";
import { errorChain, reaper } from "../host/mod.ts";
import { BrainPool, DEFAULT_MEMORY_MB, spawnBrain, type SpawnedBrain } from "../runtime/mod.ts";
import type { Discovery, FoundTest } from "./discovery.ts";
import { Harness } from "./harness.ts";
import type { Report } from "./report.ts";
import { loadTest } from "./test_config.ts";

/** How tests are run. */
export interface RunnerOptions {
  /** How many run at a time, 1 or more. */
  jobs: number;
  /** Start no further test after one has failed. */
  failFast: boolean;
  /** The environment that is laid over configs. */
  env: Readonly<Record<string, string>>;
  /** The kinds that a test may use; asked once for each test. */
  registries(): Registries;
  /** Hears what is odd about a test without being wrong, as one line. */
  warn(message: string): void;
  /** Ends everything. */
  signal?: AbortSignal;
  /** A brain process that was started already; without one the first is started now. */
  spare?: SpawnedBrain;
}

/** What a test came to. */
export interface TestResult {
  /** The test. */
  test: FoundTest;
  /** The verdict. */
  report: Report;
  /** How long it took, in ms. */
  ms: number;
}

/** Brains of finished tests that are kept for the next ones, for each job: most tests have one agent or two. */
const KEPT_PER_JOB = 3;

/** See the module. The brain processes are shared by all tests of its life. */
export class TestRunner {
  readonly #options: RunnerOptions;
  readonly #pool: BrainPool;

  /** A runner that has run nothing yet. */
  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#pool = new BrainPool({ shared: options.jobs * KEPT_PER_JOB });
    this.#pool.warmUp(options.spare ?? spawnBrain(DEFAULT_MEMORY_MB));
  }

  /**
   * Runs the tests and gives their results in their own order, however they finish; tests that were not started have none. Who leaves
   * early waits for those that are running.
   */
  async *run({ root, tests }: Discovery): AsyncGenerator<TestResult, void, void> {
    const { jobs, failFast, signal } = this.#options;
    const results = tests.map(() => Promise.withResolvers<TestResult | undefined>());
    let next = 0;
    let failed = false;
    const work = async () => {
      while (next < tests.length) {
        const index = next++;
        const isWanted = !(failFast && failed) && !signal?.aborted;
        const result = isWanted ? await this.#runOne(tests[index]!, root) : undefined;
        failed ||= result?.report.passed === false;
        results[index]!.resolve(result);
      }
    };
    const working = Promise.all(Array.from({ length: jobs }, work));
    try {
      for (const { promise } of results) {
        const result = await promise;
        if (result !== undefined) yield result;
      }
    } finally {
      next = tests.length;
      await working;
    }
  }

  /** Lets go of the brain processes; resolves when they are gone. */
  async close(): Promise<void> {
    await this.#pool.close();
    await reaper.close();
  }

  async #runOne(test: FoundTest, root: string): Promise<TestResult> {
    const began = performance.now();
    const report = await this.#report(test, root);
    return { test, report, ms: Math.round(performance.now() - began) };
  }

  async #report(test: FoundTest, root: string): Promise<Report> {
    const { env, registries, warn, signal } = this.#options;
    try {
      const { loaded, assertions } = await loadTest(test, root, env);
      for (const warning of loaded.warnings) warn(`${test.label}: ${warning}`);
      return await new Harness(loaded, registries(), assertions, { pool: this.#pool, signal }).run();
    } catch (error) {
      return { passed: false, agents: new Map(), error: errorChain(error) };
    }
  }
}
