/**
 * The smallest host: a config file, the kinds that come with omw, one run of every agent.
 * @module
 */

import { fileURLToPath } from "node:url";
import { loadConfig, Registries, runAgents, Shutdown } from "../../src/mod.ts"; // "@omw/omw" in a project of your own
import { print } from "./print.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const config = await loadConfig({ path: `${folder}omw.toml`, env: Deno.env.toObject(), cwd: folder });

// The library installs no signal handlers: a host decides itself what ends its agents.
const shutdown = new Shutdown();
const end = () => shutdown.request();
Deno.addSignalListener("SIGTERM", end);

await runAgents(config, Registries.builtin(), { watch: false, shutdown });
await print("every agent has ended");
Deno.removeSignalListener("SIGTERM", end); // It would keep the process alive.
