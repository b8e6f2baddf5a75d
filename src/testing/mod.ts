/**
 * Tests of agents: assertions on what they do and see, and what runs them.
 * @module
 */

export { type AgentAssertions, type Assertions, type EventStep, parseAssertions, type WantedOutcome } from "./assertions.ts";
export { type AgentTrace, check, collect, parse } from "./check.ts";
export { discover, type Discovery, type FoundTest } from "./discovery.ts";
export { failureLines } from "./failure_text.ts";
export { labelFilter, type LabelGlobs } from "./globs.ts";
export { Harness, type HarnessOptions } from "./harness.ts";
export { type JsonAgent, type JsonReport, jsonReport, type JsonTest } from "./json_report.ts";
export { junitReport } from "./junit.ts";
export { testRegistries } from "./registries.ts";
export type { AgentReport, Report } from "./report.ts";
export { type RunnerOptions, type TestResult, TestRunner } from "./runner.ts";
export { composeTestSchema } from "./schema.ts";
export { BASE_NAME, loadTest, TEST_PREFIX, type TestConfig } from "./test_config.ts";
export { TreeWatch } from "./tree_watch.ts";
export { scaffold, type ScaffoldOptions } from "./scaffold.ts";
export { type GeneratedConfig, generateTestConfig } from "./template.ts";
