/**
 * A program: `omw loop --watch` on the config that its argument names, which tells its memory when a line comes on standard input. Started
 * with `--v8-flags=--expose-gc`, because only what is left after a collection says something.
 * @module
 */

import { loadConfig } from "../../src/config/mod.ts";
import { loopAgents, Registries, Shutdown } from "../../src/engine/mod.ts";

const path = Deno.args[0]!;
const load = () => loadConfig({ path, env: {}, cwd: Deno.cwd() });
const shutdown = new Shutdown();
const collect = (globalThis as unknown as { gc(): void }).gc;

async function tellMemory(): Promise<void> {
  for await (const _line of Deno.stdin.readable) {
    // Several times, with turns of the event loop between them: what finalizers and closed streams hold goes in steps.
    for (let i = 0; i < 5; i++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { heapUsed, external } = Deno.memoryUsage();
    Deno.stdout.writeSync(new TextEncoder().encode(`${heapUsed + external}\n`));
  }
  shutdown.request();
}

const told = tellMemory();
await loopAgents(await load(), Registries.builtin(), { watch: true, shutdown, reread: load });
await told;
