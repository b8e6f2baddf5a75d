/**
 * Tests of agents, run as a test of the program needs them.
 */

import { loadConfig } from "../../src/config/mod.ts";
import { Harness, type HarnessOptions, parseAssertions, type Report, testRegistries } from "../../src/testing/mod.ts";
import { Workspace } from "./workspace.ts";

/** A test of js agents. */
export interface JsTest {
  /** The brains' sources by agent, in the order of the config. */
  agents: Record<string, string>;
  /** What else is in the config. */
  config?: string;
  /** The `[assertions.…]` of the config. */
  assertions: string;
}

/** The text of a test config whose agents' brains are `<agent>.js` beside it. */
export function testToml({ agents, config = "", assertions }: JsTest): string {
  const entries = Object.keys(agents).map((name) => `[[agents]]\nname = "${name}"\nruntime = "js"\nscript = "${name}.js"\n`);
  return `${entries.join("")}[runtime.js]\nkind = "js"\n${config}\n${assertions}\n`;
}

/** The files of a test whose config is `name`. */
export function testFiles(name: string, test: JsTest): Record<string, string> {
  const dir = name.includes("/") ? name.slice(0, name.lastIndexOf("/") + 1) : "";
  const brains = Object.entries(test.agents).map(([agent, brain]) => [`${dir}${agent}.js`, brain]);
  return { [name]: testToml(test), ...Object.fromEntries(brains) };
}

/** Runs a test in a folder of its own. */
export async function runJsTest(test: JsTest, options: HarnessOptions = {}): Promise<Report> {
  await using workspace = await Workspace.with(testFiles("omw.test.toml", test));
  const loaded = await loadConfig({ path: workspace.path("omw.test.toml"), env: {}, cwd: workspace.dir });
  return await new Harness(loaded, testRegistries(), parseAssertions(loaded.config.assertions), options).run();
}
