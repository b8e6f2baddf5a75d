/**
 * Tests an agent inside a program of one's own: the same harness as `omw test run`, without the command.
 * @module
 */

import { fileURLToPath } from "node:url";
import { loadConfig, testing } from "../../src/mod.ts";
import { print } from "./print.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const path = `${folder}omw.toml`;
const config = await loadConfig({ path, env: {}, cwd: folder });
const assertions = testing.parse(await Deno.readTextFile(path));

// Doubles and runtimes only: a config that names a real service fails here in place of calling it.
const report = await new testing.Harness(config, testing.testRegistries(), assertions).run();

for (const { agent, passed, diff } of report.agents.values()) await print(`${agent}: ${passed ? "passed" : `failed\n${diff}`}`);
Deno.exit(report.passed ? 0 : 1);
