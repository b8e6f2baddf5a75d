/**
 * What tests of providers share.
 * @module
 */

import { defaultTunables } from "../../src/config/mod.ts";
import type { ChatRequest, Provider } from "../../src/protocol/backends.ts";
import type { ChatDelta, ChatMessage } from "../../src/protocol/model.ts";
import { mockProvider, openAiProvider } from "../../src/provider/mod.ts";

/** A request with one user message, changed by `fields`. */
export function chatRequest(fields: Partial<ChatRequest> = {}): ChatRequest {
  return { model: "m", messages: [userMessage("hi")], tools: [], ...fields };
}

/** A user's message. */
export function userMessage(content: string): ChatMessage {
  return { role: "user", content, tool_calls: [] };
}

/** Builds a provider called `x` from a config entry's params; `warnings` collects what it warns of. */
export function buildProvider(kind: string, params: unknown, warnings: string[] = []): Provider {
  const factory = [mockProvider, openAiProvider].find((candidate) => candidate.kind === kind);
  if (factory === undefined) throw new TypeError(`no provider kind ${kind}`);
  const warn = (message: string) => void warnings.push(message);
  return factory.build({ name: "x", params, where: "providers.x", tunables: defaultTunables(), warn });
}

/** A signal that never fires. */
export function noSignal(): AbortSignal {
  return new AbortController().signal;
}

/** What a stream gave before it ended or failed, read by read. */
export async function collect(stream: AsyncIterable<ChatDelta[]>): Promise<{ reads: ChatDelta[][]; error?: Error }> {
  const reads: ChatDelta[][] = [];
  try {
    for await (const read of stream) reads.push(read);
    return { reads };
  } catch (error) {
    return { reads, error: error as Error };
  }
}
