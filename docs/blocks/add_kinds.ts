import { z } from "zod";
import { type ChatDelta, parseParams, type Provider, type ProviderFactory, Registries } from "../../src/mod.ts";

const params = z.object({ text: z.string().describe("What every reply is.") });

const canned: ProviderFactory = {
  kind: "canned",
  params,
  build({ params: given, where, warn }): Provider {
    const { text } = parseParams(params, given, where, warn);
    return {
      kind: "canned",
      listModels: () => Promise.resolve(["canned"]),
      async chatStream(): Promise<AsyncIterable<ChatDelta[]>> {
        return (async function* () {
          yield [{ content: text, finish_reason: "stop", tool_calls: [] }];
        })();
      },
    };
  },
  permissions: () => ({}),
};

const registries = Registries.builtin();
registries.providers.register(canned.kind, canned);
