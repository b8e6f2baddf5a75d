/**
 * A reply in one piece: OpenAI's `chat.completion` object (facts §6.5).
 * @module
 */

import type { Session } from "../host/sessions.ts";
import type { ChatDelta, Usage } from "../protocol/mod.ts";
import { ApiError, brokenOff, incomplete } from "./api_error.ts";
import { CallMerge } from "./call_merge.ts";
import { finishReason, type ReplyHead } from "./chunk_writer.ts";

/** How much text one reply may hold, in UTF-16 units; it is kept until the brain finishes, so it needs a bound. */
export const MAX_REPLY_UNITS: number = 16 * 1024 * 1024;

/**
 * Collects a session's reply.
 * @param gone Fires when the client leaves; looked at only until the reply is complete
 * @returns The object as JSON text
 * @throws {ApiError} 502 or 503 when the reply broke off or is not whole: half a reply would look like a whole one
 */
export function replyObject(session: Session, head: ReplyHead, gone: AbortSignal): Promise<string> {
  const folded = new FoldedReply();
  return new Promise((resolve, reject) => {
    const settle = (fault?: ApiError) => {
      gone.removeEventListener("abort", leave);
      if (fault) reject(fault);
      else resolve(folded.json(head));
    };
    function leave() {
      session.abandon();
      settle(new ApiError(CLIENT_LEFT, "the client left"));
    }
    session.listen(() => {
      folded.add(session.take());
      if (folded.tooLarge) {
        session.abandon();
        settle(incomplete());
      } else if (session.over) {
        settle(session.fault ? brokenOff(session.fault) : session.lossy ? incomplete() : undefined);
      }
    });
    gone.addEventListener("abort", leave, { once: true });
    if (gone.aborted) leave();
  });
}

/** The status that servers log for an answer that nobody receives. */
const CLIENT_LEFT = 499;

class FoldedReply {
  readonly #content: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #calls = new CallMerge();
  #units = 0;
  #finish = "stop";
  #usage: Usage | undefined;

  get tooLarge(): boolean {
    return this.#units > MAX_REPLY_UNITS || this.#calls.tooLarge;
  }

  add(deltas: readonly ChatDelta[]): void {
    for (const delta of deltas) {
      if (typeof delta.content === "string") this.#keep(this.#content, delta.content);
      if (typeof delta.reasoning === "string") this.#keep(this.#reasoning, delta.reasoning);
      this.#calls.add(delta);
      if (typeof delta.finish_reason === "string") this.#finish = delta.finish_reason;
      if (delta.usage) this.#usage = delta.usage;
    }
  }

  json({ id, created, model }: ReplyHead): string {
    const calls = this.#calls.calls.map((call) => ({
      function: { arguments: call.arguments, name: call.name },
      id: call.id,
      type: "function",
    }));
    const message = {
      content: this.#content.length > 0 ? this.#content.join("") : null,
      ...(this.#reasoning.length > 0 && { reasoning_content: this.#reasoning.join("") }),
      role: "assistant",
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    return JSON.stringify({
      choices: [{ finish_reason: finishReason(this.#finish, calls.length > 0), index: 0, message }],
      created,
      id,
      model,
      object: "chat.completion",
      ...(this.#usage && { usage: this.#usage }),
    });
  }

  #keep(pieces: string[], piece: string): void {
    if (piece === "") return;
    pieces.push(piece);
    this.#units += piece.length + PIECE_UNITS;
  }
}

/** What a piece costs beside its text, so that many empty-ish pieces are bounded too. */
const PIECE_UNITS = 16;
