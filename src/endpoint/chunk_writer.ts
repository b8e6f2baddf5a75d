/**
 * A reply as server-sent events of OpenAI's `chat.completion.chunk` objects (facts §6.4, pains P47–P54).
 * @module
 */

import type { ChatDelta, ToolCallDelta, Usage } from "../protocol/mod.ts";
import type { ApiError } from "./api_error.ts";
import { CallMerge } from "./call_merge.ts";

/** What every chunk of a reply says alike. */
export interface ReplyHead {
  /** The reply's id, such as `chatcmpl-…`. */
  id: string;
  /** When it began, in whole seconds since the Unix epoch. */
  created: number;
  /** The model. */
  model: string;
}

/** The finish reason that clients get: calls without a reason that says so would be overlooked by them (pains P47). */
export function finishReason(reason: string, anyCalls: boolean): string {
  if (reason !== "" && reason !== "stop") return reason;
  return anyCalls ? "tool_calls" : "stop";
}

/**
 * Writes one reply. The first chunk carries the role; the finish is one chunk of its own at the end, then token counts when they
 * were asked for, then `[DONE]`. The keys are sorted; JSON has no line ends, so no text can break the framing.
 */
export class ChunkWriter {
  readonly #calls = new CallMerge();
  readonly #tail: string;
  readonly #countsTail: string;
  readonly #includeUsage: boolean;
  #begun = false;
  #finish: string | undefined;
  #usage: Usage | undefined;

  /** A writer for one reply. */
  constructor(head: ReplyHead, includeUsage: boolean) {
    const common = `"created":${head.created},"id":${JSON.stringify(head.id)},"model":${JSON.stringify(head.model)}`;
    this.#countsTail = `${common},"object":"chat.completion.chunk"`;
    // Whoever asked for token counts gets the member in every chunk, null but in the last.
    this.#tail = `,"index":0}],${this.#countsTail}${includeUsage ? ',"usage":null' : ""}}\n\n`;
    this.#includeUsage = includeUsage;
  }

  /** Whether the reply's tool calls are larger than their bound; it is to be broken off then. */
  get tooLarge(): boolean {
    return this.#calls.tooLarge;
  }

  /** The frames of some deltas; their finish is kept for `end`. */
  write(deltas: readonly ChatDelta[]): string {
    let frames = "";
    for (const delta of deltas) {
      const members = this.#members(delta);
      if (members !== "") frames += this.#chunk(members, "null");
      if (typeof delta.finish_reason === "string") this.#finish = delta.finish_reason;
      if (delta.usage) this.#usage = delta.usage;
    }
    return frames;
  }

  /** A frame that says nothing: a comment, or a chunk with an empty delta for clients that choke on comments (pains P50). */
  keepAlive(kind: "comment" | "chunk"): string {
    return kind === "comment" ? ": keep-alive\n\n" : this.#emptyChunk("null");
  }

  /** The last frames of a reply that is finished. `fault` is told before the finish when the reply is not whole. */
  end(fault?: ApiError): string {
    const reason = JSON.stringify(finishReason(this.#finish ?? "stop", this.#calls.any));
    const counts = this.#includeUsage && this.#usage
      ? `data: {"choices":[],${this.#countsTail},"usage":${JSON.stringify(this.#usage)}}\n\n`
      : "";
    return `${fault ? this.fault(fault) : ""}${this.#emptyChunk(reason)}${counts}data: [DONE]\n\n`;
  }

  /** The last frame of a reply that broke off: no finish and no `[DONE]`, so that nobody takes it for a whole one (pains P51). */
  fault(fault: ApiError): string {
    return `data: ${fault.body()}\n\n`;
  }

  #chunk(delta: string, finish: string): string {
    return `data: {"choices":[{"delta":{${delta}},"finish_reason":${finish}${this.#tail}`;
  }

  /** An empty delta, or the one with the role when nothing was sent yet. */
  #emptyChunk(finish: string): string {
    return this.#chunk(this.#role(), finish);
  }

  #role(): string {
    if (this.#begun) return "";
    this.#begun = true;
    return '"role":"assistant"';
  }

  /** The members of a delta in the order of their names; empty when it says nothing. */
  #members(delta: ChatDelta): string {
    const content = typeof delta.content === "string" ? `"content":${JSON.stringify(delta.content)}` : "";
    const fragments = this.#calls.add(delta);
    if (this.#begun && typeof delta.reasoning !== "string" && fragments.length === 0) return content;
    const reasoning = typeof delta.reasoning === "string" ? `"reasoning_content":${JSON.stringify(delta.reasoning)}` : "";
    const calls = fragments.length > 0 ? `"tool_calls":[${fragments.map(fragmentJson).join(",")}]` : "";
    if (content === "" && reasoning === "" && calls === "") return "";
    return [content, reasoning, this.#role(), calls].filter((member) => member !== "").join(",");
  }
}

/** Without an id it is a later fragment, which has no `type` either. */
function fragmentJson({ index, id, name, arguments: more }: ToolCallDelta): string {
  const called = { arguments: more ?? "", ...(name !== undefined && { name }) };
  return JSON.stringify({
    function: called,
    ...(id !== undefined && { id }),
    index,
    ...(id !== undefined && { type: "function" }),
  });
}
