/**
 * The messages of a conversation as the chat completions API wants them.
 * @module
 */

import type { ChatMessage, Json, ToolCall } from "../protocol/model.ts";
import type { ToolNames } from "./tool_names.ts";

/** Under which name an assistant's reasoning is sent back: some models need it in a tool loop, some services refuse it. */
export type ReasoningEcho = "reasoning" | "reasoning_content" | "off";

type JsonObject = { [key: string]: Json };

/** The wire form of `messages`. Calls without an id get one, which the tool messages that answer them in order share. */
export function wireMessages(messages: readonly ChatMessage[], names: ToolNames, echo: ReasoningEcho): JsonObject[] {
  const ids = new CallIds();
  return messages.map((message) => message.role === "tool" ? toolMessage(message, ids) : otherMessage(message, names, echo, ids));
}

/** Follows which calls wait for their answer, so that an answer without an id finds its call. */
class CallIds {
  #open: string[] = [];
  #next = 0;
  #made = 0;

  /** A new list of calls; the ones before can no longer be answered. */
  ask(calls: readonly ToolCall[]): string[] {
    // Counted, not random: the same conversation is then the same text in every request, which services cache.
    this.#open = calls.map((call) => call.id || `omw_call_${++this.#made}`);
    this.#next = 0;
    return this.#open;
  }

  /** The id of the call that an answer belongs to. */
  answer(id: string | undefined): string {
    if (id) {
      if (this.#open[this.#next] === id) this.#next++;
      return id;
    }
    return this.#open[this.#next++] ?? `omw_call_${++this.#made}`;
  }
}

function toolMessage(message: ChatMessage, ids: CallIds): JsonObject {
  return {
    role: message.role,
    content: message.content ?? "",
    tool_call_id: ids.answer(message.tool_call_id || message.tool_calls[0]?.id),
  };
}

function otherMessage(message: ChatMessage, names: ToolNames, echo: ReasoningEcho, ids: CallIds): JsonObject {
  const wire: JsonObject = { role: message.role };
  const asks = message.tool_calls.length > 0;
  // Services refuse null without calls, and some refuse "" beside them.
  wire.content = message.content || (asks ? null : "");
  if (message.role === "assistant" && message.reasoning && echo !== "off") wire[echo] = message.reasoning;
  if (asks) {
    const callIds = ids.ask(message.tool_calls);
    wire.tool_calls = message.tool_calls.map((call, index) => ({
      id: callIds[index] ?? call.id,
      type: "function",
      function: { name: names.toWire(call.name), arguments: call.arguments.trim() === "" ? "{}" : call.arguments },
    }));
  }
  return wire;
}
