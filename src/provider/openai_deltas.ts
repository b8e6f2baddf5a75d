/**
 * Bytes of an event stream in, deltas out: everything about a streamed reply that needs no network.
 * @module
 */

import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { ChatDelta } from "../protocol/model.ts";
import { clip } from "./failure.ts";
import { errorText, parseChunk } from "./openai_chunk.ts";
import { isCutOff } from "../pure/finish_reason.ts";
import { isJson } from "../pure/is_json.ts";
import { ToolCallAssembler } from "./tool_calls.ts";

/**
 * The longest event, in characters. It is read whole before it can be parsed, so a service that never ends a line would fill the
 * memory; the `openai` package draws the line at the same length.
 */
export const MAX_EVENT = 8 * 1024 * 1024;

/** So much of a body without any event is kept for the error that tells what came instead. */
const MAX_HEAD = 1024;

/**
 * Decodes one reply. Feed it what the network gives and `end()` when that ends; both return the deltas that became known, in
 * order. After a fault the deltas before it are still returned and `fault` is set; nothing follows.
 *
 * Each byte is looked at a fixed number of times however the bytes are cut into reads: the parser keeps an unfinished line as a
 * list of pieces and joins it once.
 */
export class DeltaDecoder {
  // The parser drops a byte order mark at the very start; the decoder would drop a second one.
  readonly #utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: (event) => this.#onEvent(event),
    onError: (error) => {
      if (error.type !== "max-buffer-size-exceeded") return;
      this.#fault ??= new Error(`the service sent an event of more than ${MAX_EVENT} characters`);
    },
  });
  readonly #calls = new ToolCallAssembler();
  readonly #toolName: (alias: string) => string;
  #deltas: ChatDelta[] = [];
  #finishReason: string | undefined;
  #isDone = false;
  #isAtEnd = false;
  #sawEvent = false;
  #head = "";
  #fault: Error | undefined;

  /** `toolName` translates the name of a called tool back. */
  constructor(toolName: (alias: string) => string = (alias) => alias) {
    this.#toolName = toolName;
  }

  /** Why the reply cannot go on; set once. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /** `[DONE]` was received: nothing can follow. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** A finish reason or `[DONE]` was received: the reply is whole, though token counts may follow. */
  get isComplete(): boolean {
    return this.#isDone || this.#finishReason !== undefined;
  }

  /** Takes the bytes of one read. */
  push(bytes: Uint8Array): ChatDelta[] {
    return this.#feed(this.#utf8.decode(bytes, { stream: true }));
  }

  /** Takes the end of the body. A last event without its blank line counts if it is whole. */
  end(): ChatDelta[] {
    this.#isAtEnd = true;
    const deltas = this.#feed(`${this.#utf8.decode()}\n\n`);
    if (this.#fault === undefined && !this.isComplete) {
      this.#fault = new Error(
        this.#sawEvent || this.#head.trim() === ""
          ? "the stream ended with neither a finish reason nor [DONE], so the reply is cut off"
          : `expected an event stream, found ${JSON.stringify(clip(this.#head))}`,
      );
    }
    return deltas;
  }

  #feed(text: string): ChatDelta[] {
    if (this.#fault !== undefined || this.#isDone) return [];
    if (!this.#sawEvent && this.#head.length < MAX_HEAD) this.#head += text.slice(0, MAX_HEAD - this.#head.length);
    this.#parser.feed(text);
    const deltas = this.#deltas;
    this.#deltas = [];
    return deltas;
  }

  #onEvent(event: EventSourceMessage): void {
    if (this.#fault !== undefined || this.#isDone) return;
    this.#sawEvent = true;
    try {
      if (event.event === "error") throw new Error(errorText(event.data));
      this.#onData(event.data);
    } catch (error) {
      // An event that the end of the body cut through is told as a cut, not as bad JSON.
      if (this.#isAtEnd && error instanceof SyntaxError) return;
      this.#fault = error instanceof Error ? error : new Error(String(error));
    }
  }

  #onData(data: string): void {
    const trimmed = data.trim();
    if (trimmed === "") return;
    if (trimmed === "[DONE]") {
      this.#flush();
      this.#isDone = true;
      return;
    }
    // Some services end an event with one line end instead of two, which makes one event of several.
    if (data.includes("\n") && !isJson(data)) {
      for (const line of data.split("\n")) if (!this.#isDone) this.#onData(line);
      return;
    }
    this.#onChunk(data);
  }

  #onChunk(data: string): void {
    const chunk = parseChunk(data);
    if (chunk.error !== undefined) throw new Error(chunk.error);
    if (!chunk.hasChoice && chunk.usage === undefined) return;
    const delta: ChatDelta = { tool_calls: [] };
    if (chunk.content !== undefined) delta.content = chunk.content;
    if (chunk.reasoning !== undefined) delta.reasoning = chunk.reasoning;
    for (const fragment of chunk.calls) {
      if (fragment.name !== undefined) fragment.name = this.#toolName(fragment.name);
      delta.tool_calls.push(this.#calls.push(fragment));
    }
    if (chunk.finishReason === undefined) {
      this.#emit(delta, chunk.usage);
      return;
    }
    this.#finishReason = chunk.finishReason;
    // The calls come before the finish reason, because a brain may stop reading there.
    if (delta.tool_calls.length > 0) {
      this.#emit(delta);
      this.#flush();
      this.#emit({ tool_calls: [], finish_reason: chunk.finishReason }, chunk.usage);
      return;
    }
    this.#flush();
    delta.finish_reason = chunk.finishReason;
    this.#emit(delta, chunk.usage);
  }

  #emit(delta: ChatDelta, usage?: ChatDelta["usage"]): void {
    const call = this.#calls.current();
    if (call !== undefined) delta.tool_call = call;
    if (usage !== undefined) delta.usage = usage;
    this.#deltas.push(delta);
  }

  #flush(): void {
    if (this.#calls.isEmpty) return;
    for (const call of this.#calls.flush(isCutOff(this.#finishReason))) {
      this.#deltas.push({ tool_calls: [], tool_call: call });
    }
  }
}
