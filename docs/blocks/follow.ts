import { loadConfig, Registries, runAgentsTraced, Shutdown, testing, type TraceEvent } from "../../src/mod.ts";

const config = await loadConfig({ path: "omw.toml", env: {}, cwd: Deno.cwd() });
const recorded: TraceEvent[] = [];
for await (const event of runAgentsTraced(config, Registries.builtin(), { watch: false, shutdown: new Shutdown() })) {
  recorded.push(event);
}
const faults = testing.check(recorded, testing.parse(await Deno.readTextFile("omw.toml")));
if (faults.length > 0) throw new Error(faults.join("\n"));
