/**
 * The pumps: each carries one source's events into an agent's inbox (docs, "I/O sources are pump tasks").
 *
 * A pump belongs to its agent, not to a run; its handle is open from before its first await until after its terminal event is queued.
 * A cancelled pump delivers nothing more, also while it is still being opened.
 * @module
 */

import type { ChatRequest, Event, Json, Provider, ResourceUpdate, Tooling } from "../protocol/mod.ts";
import { sortedJson } from "../pure/json.ts";
import type { Agent } from "./agent.ts";
import { errorChain, faultText } from "./errors.ts";

/** Carries a chat stream. Waits for room in the inbox, and so stops reading its source. */
export function pumpChat(agent: Agent, u: string, provider: Provider, request: ChatRequest): void {
  const cancel = new AbortController();
  agent.handles.open(u, { kind: "chat", close: () => cancel.abort(new Error("the stream was cancelled")) });
  agent.log.info("chat stream opened", { uuid: u, model: request.model });
  // Called, not scheduled: a scripted double hands out its turns in the order of the calls.
  const opened = provider.chatStream(request, cancel.signal);
  run(agent, u, cancel.signal, "chat stream failed", async () => {
    for await (const deltas of await opened) {
      if (!agent.inbox.hasRoom) await agent.inbox.room(cancel.signal);
      if (cancel.signal.aborted) return undefined;
      for (const delta of deltas) agent.inbox.put(u, { kind: "chat-delta", payload: delta });
    }
    return { kind: "chat-end" };
  });
}

/** Carries a queued tool call. `args` is the arguments' text as the brain wrote it. */
export function pumpTool(agent: Agent, u: string, tooling: Tooling, name: string, args: string): void {
  const cancel = new AbortController();
  agent.handles.open(u, { kind: "tool", close: () => cancel.abort(new Error("the tool call was cancelled")) });
  agent.log.info("tool call queued", { uuid: u, tool: name });
  const value = parseArguments(args);
  run(agent, u, cancel.signal, "tool call failed", async () => {
    const outcome = await tooling.callTool(name, value, cancel.signal);
    return { kind: "tool-result", payload: { name, arguments: sortedJson(value), ...outcome } };
  });
}

/** Carries a resource subscription that the server agreed to. An unread update is replaced by a newer one. */
export function pumpResource<T>(
  agent: Agent,
  u: string,
  cancel: AbortController,
  updates: AsyncIterable<ResourceUpdate<T>>,
  event: (value: T) => Event,
): void {
  agent.log.info("resource subscription opened", { uuid: u });
  run(agent, u, cancel.signal, "resource subscription failed", async () => {
    for await (const update of updates) {
      if (cancel.signal.aborted) return undefined;
      agent.inbox.putLatest(u, "value" in update ? event(update.value) : { kind: "error", payload: update.error });
    }
    // It ended by itself and without an event: only the handle count hears of it.
    agent.ears?.sourceEnded(u);
    return undefined;
  });
}

/** A tool call's arguments: JSON text as its value, anything else as `null`, which is sent as no arguments (facts §4.9b). */
export function parseArguments(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Runs a pump's body; its answer, or its failure, is the terminal event. The handle closes after that event is queued. */
async function run(
  agent: Agent,
  u: string,
  signal: AbortSignal,
  failure: string,
  body: () => Promise<Event | undefined>,
): Promise<void> {
  try {
    const last = await body();
    if (last && !signal.aborted) agent.inbox.put(u, last);
  } catch (error) {
    if (signal.aborted) return;
    agent.log.error(failure, { uuid: u, error: errorChain(error) });
    agent.inbox.put(u, { kind: "error", payload: faultText(error) });
  } finally {
    agent.handles.ended(u);
  }
}
