/**
 * A streamed reply as one result.
 * @module
 */

import type { ChatDelta, ChatResult, ToolCall, ToolCallDelta, Usage } from "../protocol/model.ts";
import { isJson } from "../pure/is_json.ts";
import { isCutOff } from "../pure/finish_reason.ts";

/** So many characters a folded reply may have: what is larger does not fit a frame to the brain (16 MiB). */
export const MAX_REPLY = 16 * 1024 * 1024;

/** A call put together from its fragments. */
interface Parts {
  id?: string;
  name?: string;
  arguments: string[];
}

/**
 * Reads a stream to its end: text and reasoning are concatenated (absent when there was none), calls are put together by index from
 * their fragments, and by id from whole calls, which win; the last finish reason and the last usage count. Calls that the end of the
 * reply cut off are left out.
 * @throws {Error} when the reply has more than `MAX_REPLY` characters
 * @throws what iterating throws
 */
export async function foldDeltas(stream: AsyncIterable<ChatDelta[]>): Promise<ChatResult> {
  const folder = new Folder();
  for await (const deltas of stream) for (const delta of deltas) folder.add(delta);
  return folder.result();
}

class Folder {
  readonly #content: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #parts = new Map<number, Parts>();
  readonly #whole = new Map<string, ToolCall>();
  #finishReason: string | undefined;
  #usage: Usage | undefined;
  #size = 0;

  add(delta: ChatDelta): void {
    if (delta.content) this.#take(this.#content, delta.content);
    if (delta.reasoning) this.#take(this.#reasoning, delta.reasoning);
    for (const fragment of delta.tool_calls) this.#addFragment(fragment);
    if (delta.tool_call !== undefined) this.#whole.set(delta.tool_call.id, delta.tool_call);
    this.#finishReason = delta.finish_reason ?? this.#finishReason;
    this.#usage = delta.usage ?? this.#usage;
  }

  result(): ChatResult {
    const result: ChatResult = { tool_calls: this.#calls() };
    if (this.#content.length > 0) result.content = this.#content.join("");
    if (this.#reasoning.length > 0) result.reasoning = this.#reasoning.join("");
    if (this.#finishReason !== undefined) result.finish_reason = this.#finishReason;
    if (this.#usage !== undefined) result.usage = this.#usage;
    return result;
  }

  #addFragment(fragment: ToolCallDelta): void {
    let parts = this.#parts.get(fragment.index);
    if (parts === undefined) {
      parts = { arguments: [] };
      this.#parts.set(fragment.index, parts);
    }
    parts.id ??= fragment.id;
    parts.name = fragment.name ?? parts.name;
    if (fragment.arguments) this.#take(parts.arguments, fragment.arguments);
  }

  #take(pieces: string[], piece: string): void {
    this.#size += piece.length;
    if (this.#size > MAX_REPLY) throw new Error(`the reply has more than ${MAX_REPLY} characters`);
    pieces.push(piece);
  }

  #calls(): ToolCall[] {
    const calls = new Map<string, ToolCall>();
    for (const [, { id, name, arguments: pieces }] of [...this.#parts].sort(([a], [b]) => a - b)) {
      if (id === undefined || name === undefined) continue;
      const text = pieces.join("");
      calls.set(
        id,
        this.#whole.get(id) ?? { id, name, arguments: text.trim() === "" && !isCutOff(this.#finishReason) ? "{}" : text },
      );
    }
    for (const [id, call] of this.#whole) if (!calls.has(id)) calls.set(id, call);
    const found = [...calls.values()];
    return isCutOff(this.#finishReason) ? found.filter((call) => isJson(call.arguments)) : found;
  }
}
