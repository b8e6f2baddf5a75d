import { loadConfig, Registries, runAgents, Shutdown } from "../../src/mod.ts";

const config = await loadConfig({ path: "omw.toml", env: Deno.env.toObject(), cwd: Deno.cwd() });
await runAgents(config, Registries.builtin(), { watch: false, shutdown: new Shutdown() });
