/**
 * Restarts agents by itself when their brains' files change: `Scripts` says whose did. (`runAgents` with `watch: true` does that
 * inside one run and keeps inboxes and subscriptions; this is for hosts that want to decide.) Ends after as many restarts as its
 * argument says.
 * @module
 */

import { fileURLToPath } from "node:url";
import { loadConfig, Registries, resolvePath, runAgents, Scripts, Shutdown } from "../../src/mod.ts";
import { print } from "./print.ts";

const folder = Deno.args[1] ?? fileURLToPath(new URL(".", import.meta.url));
const config = await loadConfig({ path: `${folder}/omw.toml`, env: {}, cwd: folder });

const scripts = new Scripts(config.config.tunables.watch_debounce_ms);
for (const { name, script } of config.config.agents) {
  await scripts.add(name, await resolvePath(script, { dir: config.dir, cwd: folder }));
}

await run("first run");
for (let left = Number(Deno.args[0] ?? 1); left > 0; left--) {
  const agents = await scripts.nextReload();
  await run(`changed: ${agents?.join(", ")}`);
}
scripts.close();

async function run(why: string): Promise<void> {
  await runAgents(config, Registries.builtin(), { watch: false, shutdown: new Shutdown() });
  await print(why);
}
