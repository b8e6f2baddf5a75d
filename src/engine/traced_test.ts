import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { Workspace } from "../../tests/support/workspace.ts";
import { loadConfig, type LoadedConfig } from "../config/mod.ts";
import type { TraceEvent } from "../protocol/mod.ts";
import { Registries } from "./registries.ts";
import { Shutdown } from "./shutdown.ts";
import { TraceLaggedError } from "./trace_stream.ts";
import { loopAgentsTraced, runAgentsTraced } from "./traced.ts";

async function inWorkspace(brain: string, body: (loaded: LoadedConfig) => Promise<void>, more = ""): Promise<void> {
  await using workspace = await Workspace.with({
    "omw.toml": `[[agents]]\nname = "a"\nruntime = "js"\nscript = "brain.js"\n[runtime.js]\nkind = "js"\n${more}`,
    "brain.js": brain,
  });
  await body(await loadConfig({ path: workspace.path("omw.toml"), env: {}, cwd: workspace.dir }));
}

function told(event: TraceEvent): string {
  return event.kind === "call" ? event.op : event.kind === "inbound" ? event.event : event.outcome.kind;
}

Deno.test("runAgentsTraced() gives every call and the outcome, and ends", async () => {
  await inWorkspace(`omw.host.whoami(); omw.host.sleepFor(1); "bye"`, async (loaded) => {
    const trace = await Array.fromAsync(
      runAgentsTraced(loaded, Registries.builtin(), { watch: false, shutdown: new Shutdown() }),
    );
    deepStrictEqual(trace.map(told), ["whoami", "sleep_for", "exited"]);
  });
});

Deno.test("runAgentsTraced() throws what the run failed with, after the last entry", async () => {
  await inWorkspace(`omw.host.whoami(); throw new Error("no use")`, async (loaded) => {
    const seen: string[] = [];
    await rejects(async () => {
      const options = { watch: false, shutdown: new Shutdown() };
      for await (const event of runAgentsTraced(loaded, Registries.builtin(), options)) seen.push(told(event));
    }, /a: .*no use/);
    deepStrictEqual(seen, ["whoami"]);
  });
});

Deno.test("loopAgentsTraced() goes on until its reader leaves, and the caller's shutdown is not touched", async () => {
  await inWorkspace(`void omw.host.whoami();`, async (loaded) => {
    const shutdown = new Shutdown();
    const seen: string[] = [];
    for await (const event of loopAgentsTraced(loaded, Registries.builtin(), { watch: false, shutdown })) {
      seen.push(told(event));
      if (seen.length === 4) break;
    }
    deepStrictEqual(seen, ["whoami", "completed", "whoami", "completed"]);
    strictEqual(shutdown.requested, false);
  });
});

Deno.test("loopAgentsTraced() ends when the caller's shutdown is requested", async () => {
  await inWorkspace(`void omw.host.whoami();`, async (loaded) => {
    const shutdown = new Shutdown();
    let count = 0;
    for await (const _ of loopAgentsTraced(loaded, Registries.builtin(), { watch: false, shutdown })) {
      if (++count === 2) shutdown.request();
    }
    ok(count >= 2);
  });
});

Deno.test("runAgentsTraced() tells a reader that lags, and ends the agents", async () => {
  const brain = `for (let i = 0; i < 2000; i++) omw.host.memorySet("k", "v"); omw.host.sleepFor(600000);`;
  await inWorkspace(brain, async (loaded) => {
    const trace = runAgentsTraced(loaded, Registries.builtin(), { watch: false, shutdown: new Shutdown() });
    await rejects(async () => {
      for await (const _ of trace) await new Promise((resolve) => setTimeout(resolve, 50));
    }, TraceLaggedError);
  }, "[tunables]\ntrace_buffer = 2\n");
});
