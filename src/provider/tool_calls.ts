/**
 * Tool calls put together from the fragments of a streamed reply.
 * @module
 */

import type { ToolCall, ToolCallDelta } from "../protocol/model.ts";
import { isJson } from "../pure/is_json.ts";

/**
 * So many calls one reply may hold. OpenAI allows 128 tools in a request; more calls than this is a service in a loop.
 */
export const MAX_TOOL_CALLS = 1024;

/**
 * So many characters the arguments of one reply's calls may have together: they have to fit a frame to the brain (16 MiB) with
 * room for escapes.
 */
export const MAX_ARGUMENTS = 8 * 1024 * 1024;

/** A fragment as the service sent it. What it left out, or sent empty, is absent. */
export interface CallFragment {
  /** Its place in the reply. Some services leave it out, some send 0 for every call. */
  index?: number;
  /** The call's id. */
  id?: string;
  /** The tool's name, already translated back. */
  name?: string;
  /** The next piece of the arguments' JSON text; may be empty. */
  arguments?: string;
}

/** How far a call has come: being received; returned by `flush`, whole; cut off by the end of the reply. */
type Phase = "open" | "whole" | "cut";

interface Slot {
  readonly index: number;
  /** The id that the service gave, if it did. */
  sentId?: string;
  /** The id that the rest of the program sees. */
  id?: string;
  name?: string;
  arguments: string;
  /** The last character of the arguments that is no white space, kept because looking for it would flatten a growing string. */
  lastCharacter: string;
  phase: Phase;
}

/** Collects the calls of one reply. */
export class ToolCallAssembler {
  readonly #slots = new Map<number, Slot>();
  // One index of the service can stand for several calls in turn; this knows the latest of each.
  readonly #bySentIndex = new Map<number, Slot>();
  readonly #bySentId = new Map<string, Slot>();
  #latest: Slot | undefined;
  #lowest: Slot | undefined;
  #highestIndex = -1;
  #argumentsLength = 0;

  /** True when no fragment has come yet. */
  get isEmpty(): boolean {
    return this.#slots.size === 0;
  }

  /**
   * Takes a fragment and returns it as a delta whose index belongs to this call alone. The call's id is in the delta where it was
   * first known; it is made when the service gave a name without an id, or the id of another call.
   * @throws {Error} when the reply exceeds `MAX_TOOL_CALLS` or `MAX_ARGUMENTS`
   */
  push(fragment: CallFragment): ToolCallDelta {
    const slot = this.#find(fragment) ?? this.#open(fragment.index);
    slot.phase = "open";
    this.#latest = slot;
    if (fragment.index !== undefined) this.#bySentIndex.set(fragment.index, slot);

    const delta: ToolCallDelta = { index: slot.index };
    if (fragment.name && fragment.name !== slot.name) slot.name = delta.name = fragment.name;
    if (slot.id === undefined && (fragment.id || slot.name !== undefined)) slot.id = delta.id = this.#claimId(slot, fragment.id);
    if (fragment.arguments !== undefined) {
      this.#argumentsLength += fragment.arguments.length;
      if (this.#argumentsLength > MAX_ARGUMENTS) {
        throw new Error(`the tool calls of one reply have more than ${MAX_ARGUMENTS} characters of arguments`);
      }
      slot.arguments += fragment.arguments;
      slot.lastCharacter = fragment.arguments.trimEnd().at(-1) ?? slot.lastCharacter;
      delta.arguments = fragment.arguments;
    }
    const complete = slot.id !== undefined && slot.name !== undefined;
    if (complete && (this.#lowest === undefined || slot.index < this.#lowest.index)) this.#lowest = slot;
    return delta;
  }

  /** The lowest-numbered call that has an id and a name, with its arguments so far. */
  current(): ToolCall | undefined {
    return this.#lowest === undefined || this.#lowest.phase === "cut" ? undefined : view(this.#lowest);
  }

  /**
   * The calls that `flush` has not returned since they last changed, lowest index first. With `cut` (the model ran out of tokens or
   * was stopped by a filter) a call whose arguments are no whole JSON is left out: running it would run what nobody asked for.
   */
  flush(cut: boolean): ToolCall[] {
    const calls: ToolCall[] = [];
    for (const slot of [...this.#slots.values()].sort((a, b) => a.index - b.index)) {
      if (slot.phase !== "open") continue;
      slot.phase = cut && !isJson(slot.arguments) ? "cut" : "whole";
      const call = slot.phase === "whole" ? view(slot) : undefined;
      if (call !== undefined) calls.push(call);
    }
    return calls;
  }

  #find(fragment: CallFragment): Slot | undefined {
    const slot = fragment.index === undefined
      ? (fragment.id ? this.#bySentId.get(fragment.id) : undefined) ?? this.#latest
      : this.#bySentIndex.get(fragment.index);
    return slot !== undefined && begins(fragment, slot) ? undefined : slot;
  }

  #open(sentIndex: number | undefined): Slot {
    if (this.#slots.size === MAX_TOOL_CALLS) throw new Error(`the reply has more than ${MAX_TOOL_CALLS} tool calls`);
    const isFree = sentIndex !== undefined && sentIndex < MAX_TOOL_CALLS && !this.#slots.has(sentIndex);
    const index = isFree ? sentIndex : this.#highestIndex + 1;
    const slot: Slot = { index, arguments: "", lastCharacter: "", phase: "open" };
    this.#slots.set(index, slot);
    this.#highestIndex = Math.max(this.#highestIndex, index);
    return slot;
  }

  #claimId(slot: Slot, sent: string | undefined): string {
    if (!sent) return `call_${crypto.randomUUID()}`;
    slot.sentId = sent;
    if (this.#bySentId.has(sent)) return `call_${crypto.randomUUID()}`;
    this.#bySentId.set(sent, slot);
    return sent;
  }
}

/**
 * Whether a fragment that would go to `slot` by its index, or for want of one, begins another call instead. Only a fragment with a
 * name can: a call without a name could never be made.
 */
function begins(fragment: CallFragment, slot: Slot): boolean {
  if (!fragment.name || slot.name === undefined) return false;
  if (fragment.id) return slot.sentId === undefined ? slot.arguments !== "" : fragment.id !== slot.sentId;
  if (fragment.name !== slot.name) return fragment.index === undefined || slot.arguments !== "";
  // The same name again: another call when one JSON object is followed by the next, else a service that repeats names.
  return slot.lastCharacter === "}" && (fragment.arguments ?? "").trimStart().startsWith("{");
}

function view(slot: Slot): ToolCall | undefined {
  if (slot.id === undefined || slot.name === undefined) return undefined;
  // A tool without parameters gets "" from some models, which is no JSON.
  const noArguments = slot.phase === "whole" && slot.arguments.trim() === "";
  return { id: slot.id, name: slot.name, arguments: noArguments ? "{}" : slot.arguments };
}
