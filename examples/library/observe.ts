/**
 * Follows everything that agents do and see while they run, then holds the same recording against assertions.
 * @module
 */

import { fileURLToPath } from "node:url";
import { loadConfig, Registries, runAgentsTraced, Shutdown, testing, type TraceEvent } from "../../src/mod.ts";
import { print } from "./print.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const config = await loadConfig({ path: `${folder}omw.toml`, env: {}, cwd: folder });

const recorded: TraceEvent[] = [];
for await (const event of runAgentsTraced(config, Registries.builtin(), { watch: false, shutdown: new Shutdown() })) {
  recorded.push(event);
  await print(`${event.agent}: ${described(event)}`);
}

const assertions = testing.parse(await Deno.readTextFile(`${folder}omw.toml`));
const faults = testing.check(recorded, assertions);
await print(faults.length === 0 ? "as asserted" : faults.join("\n"));

function described(event: TraceEvent): string {
  switch (event.kind) {
    case "call":
      return `calls ${event.op}`;
    case "inbound":
      return `receives ${event.event}`;
    case "outcome":
      return event.outcome.kind === "exited" ? `exits with ${JSON.stringify(event.outcome.message)}` : "completes";
  }
}
