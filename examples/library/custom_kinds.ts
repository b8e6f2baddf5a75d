/**
 * Back ends of one's own: a chat service and a tool server that are nothing but objects of this program. A config names them by their
 * kinds like any other.
 * @module
 */

import { fileURLToPath } from "node:url";
import { z } from "zod";
import {
  type ChatDelta,
  type ChatRequest,
  loadConfig,
  parseParams,
  type Provider,
  type ProviderFactory,
  Registries,
  runAgentsTraced,
  Shutdown,
  type Tooling,
  type ToolingFactory,
} from "../../src/mod.ts";
import { print } from "./print.ts";

/** The keys of `[providers.<name>]` of kind `parrot`. Described keys show up in `omw schema` of a host that registers the kind. */
const parrotParams = z.object({ times: z.int().min(1).max(10).default(1).describe("How often it says everything.") });

/** A service that says what it hears. */
class Parrot implements Provider {
  readonly kind = "parrot";
  readonly #times: number;

  constructor(times: number) {
    this.#times = times;
  }

  listModels(): Promise<string[]> {
    return Promise.resolve(["polly"]);
  }

  // Rejects when a service refuses a request; what it resolves with is read piece by piece.
  chatStream({ messages }: ChatRequest): Promise<AsyncIterable<ChatDelta[]>> {
    return Promise.resolve(this.#reply(messages.at(-1)?.content ?? ""));
  }

  async *#reply(text: string): AsyncGenerator<ChatDelta[]> {
    for (let time = 0; time < this.#times; time++) yield [{ content: `${text} `, tool_calls: [] }];
    yield [{ finish_reason: "stop", tool_calls: [] }];
  }
}

const parrot: ProviderFactory = {
  kind: "parrot",
  params: parrotParams,
  build: ({ params, where, warn }) => new Parrot(parseParams(parrotParams, params, where, warn).times),
  permissions: () => ({}),
};

/** One tool and no resources; `build` may also hand out one and the same object, as here, for a double. */
const clock: Tooling = {
  kind: "clock",
  listTools: () => Promise.resolve([{ name: "hour", description: "The hour of the day.", input_schema: '{"type":"object"}' }]),
  callTool: (name) => {
    if (name !== "hour") return Promise.reject(new Error(`the clock has no tool ${JSON.stringify(name)}; it has hour`));
    return Promise.resolve({ value: "7", content: '[{"text":"7","type":"text"}]', is_error: false });
  },
  listResources: () => Promise.resolve([]),
  listResourceTemplates: () => Promise.resolve([]),
  readResource: (uri) => Promise.reject(new Error(`the clock has no resource ${JSON.stringify(uri)}`)),
  subscribeResourceList: () => Promise.reject(new Error("the clock has no resources")),
  subscribeResource: () => Promise.reject(new Error("the clock has no resources")),
  close: () => Promise.resolve(),
};

const clocks: ToolingFactory = { kind: "clock", params: z.object({}), build: () => clock, permissions: () => ({}) };

const registries = Registries.builtin();
registries.providers.register(parrot.kind, parrot);
registries.tooling.register(clocks.kind, clocks);
try {
  registries.providers.register("openai", parrot); // Kinds are never replaced.
} catch (error) {
  await print(`refused: ${error instanceof Error ? error.message : error}`);
}

const folder = fileURLToPath(new URL(".", import.meta.url));
const config = await loadConfig({ path: `${folder}custom_kinds.toml`, env: {}, cwd: folder });
for await (const event of runAgentsTraced(config, registries, { watch: false, shutdown: new Shutdown() })) {
  if (event.kind === "outcome" && event.outcome.kind === "exited") {
    await print(`${event.agent} exits with: ${event.outcome.message}`);
  }
}
