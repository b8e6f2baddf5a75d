import { loadConfig, testing } from "../../src/mod.ts";

const config = await loadConfig({ path: "omw.test.toml", env: {}, cwd: Deno.cwd() });
const assertions = testing.parse(await Deno.readTextFile("omw.test.toml"));
const report = await new testing.Harness(config, testing.testRegistries(), assertions).run();
const failed = [...report.agents.values()].filter(({ passed }) => !passed).map(({ agent, diff }) => `${agent}: ${diff}`);
if (!report.passed) throw new Error(report.error ?? failed.join("\n"));
