/**
 * The provider kind `mock`: a scripted service for tests (facts §10.5).
 * @module
 */

import { parseParams } from "../config/params.ts";
import type { ChatRequest, Provider } from "../protocol/backends.ts";
import type { ChatDelta, ToolCall } from "../protocol/model.ts";
import { sortedJson } from "../pure/json.ts";
import { mockParams, type MockTurn } from "./mock_params.ts";
import type { ProviderArgs, ProviderFactory } from "./provider.ts";

/** Builds providers of kind `mock`. */
export const mockProvider: ProviderFactory = {
  kind: "mock",
  params: mockParams,
  build(args: ProviderArgs): Provider {
    const { turns, models } = parseParams(mockParams, args.params, args.where, args.warn);
    return new MockProvider(turns, models.length === 0 ? ["mock-model"] : models, args.tunables.mock_speed);
  },
  permissions: () => ({}),
};

class MockProvider implements Provider {
  readonly kind = "mock";
  readonly #turns: readonly MockTurn[];
  readonly #models: readonly string[];
  readonly #speed: number;
  #next = 0;

  constructor(turns: readonly MockTurn[], models: readonly string[], speed: number) {
    this.#speed = speed;
    this.#turns = turns;
    this.#models = models;
  }

  listModels(signal: AbortSignal): Promise<string[]> {
    return signal.aborted ? Promise.reject(signal.reason) : Promise.resolve([...this.#models]);
  }

  chatStream(_request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<ChatDelta[]>> {
    // The turn is taken now, not when the stream is read, so turns go to chats in the order in which these were asked.
    const turn = this.#turns[this.#next];
    this.#next = Math.min(this.#next + 1, Math.max(0, this.#turns.length - 1));
    return signal.aborted ? Promise.reject(signal.reason) : Promise.resolve(play(turn, this.#speed, signal));
  }
}

async function* play(turn: MockTurn | undefined, speed: number, signal: AbortSignal): AsyncGenerator<ChatDelta[], undefined> {
  if (turn === undefined) return;
  for (const { content, reasoning, delay_ms, cut } of turn.chunks) {
    if (delay_ms > 0) {
      const { setTimeout: delay } = await import("node:timers/promises");
      await delay(delay_ms / speed, undefined, { signal });
    }
    signal.throwIfAborted();
    const piece: ChatDelta = { tool_calls: [] };
    if (content !== undefined) piece.content = content;
    if (reasoning !== undefined) piece.reasoning = reasoning;
    if (content !== undefined || reasoning !== undefined) yield [piece];
    if (cut) throw new Error("the scripted stream was cut off");
  }
  signal.throwIfAborted();
  const ends = turn.error === undefined && !turn.pending;
  const deltas = turnDeltas(turn, ends);
  if (deltas.length > 0) yield deltas;
  if (turn.error !== undefined) throw new Error(turn.error);
  if (turn.pending) await aborted(signal);
}

/** The deltas of the turn itself: reasoning, then one delta per call, or one in all; the last says that the reply ended. */
function turnDeltas(turn: MockTurn, ends: boolean): ChatDelta[] {
  const calls = [...(turn.tool_call === undefined ? [] : [turn.tool_call]), ...turn.tool_calls].map(toolCall);
  const deltas: ChatDelta[] = calls.map((call, index) => ({ tool_calls: [{ index, ...call }], tool_call: call }));
  if (deltas.length === 0 && (ends || turn.content !== undefined)) deltas.push({ tool_calls: [] });
  const first = deltas[0];
  if (first !== undefined && turn.content !== undefined) first.content = turn.content;
  const last = deltas.at(-1);
  if (last !== undefined && ends) last.finish_reason = calls.length > 0 ? "tool_calls" : "stop";
  if (last !== undefined && turn.usage !== undefined) last.usage = turn.usage;
  if (turn.reasoning !== undefined) deltas.unshift({ tool_calls: [], reasoning: turn.reasoning });
  return deltas;
}

function toolCall({ id, name, arguments: args }: { id: string; name: string; arguments: unknown }): ToolCall {
  return { id, name, arguments: typeof args === "string" ? args : sortedJson(args) };
}

/** Waits until the signal fires and rejects with its reason. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
