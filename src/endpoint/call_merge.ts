/**
 * Tool calls of a streamed reply. Brains of different revisions send them in two ways: as fragments with an index, or as a whole
 * call that may be repeated with ever more of its arguments (design §6). Clients know fragments with an index alone.
 * @module
 */

import type { ChatDelta, ToolCall, ToolCallDelta } from "../protocol/mod.ts";

/** How much one reply's calls may hold, in UTF-16 units: their arguments are kept until the reply ends. */
export const MAX_CALL_UNITS: number = 16 * 1024 * 1024;

/** What a call costs beside its texts. */
const CALL_UNITS = 256;

interface Merged {
  readonly index: number;
  /** Whether the id came from the brain; one that had to be made up is replaced in silence. */
  given: boolean;
  named: boolean;
  call: ToolCall;
}

/** Collects the tool calls of one reply and tells what is new in each delta. */
export class CallMerge {
  readonly #calls: Merged[] = [];
  readonly #byId = new Map<string, Merged>();
  // The brain's index → the call that its next fragment belongs to.
  readonly #byIndex = new Map<number, Merged>();

  #units = 0;

  /** Whether the calls are larger than their bound; the reply is to be broken off then. */
  get tooLarge(): boolean {
    return this.#units > MAX_CALL_UNITS;
  }

  /** Whether the reply has calls. */
  get any(): boolean {
    return this.#calls.length > 0;
  }

  /** The calls so far, in the order in which they began. */
  get calls(): ToolCall[] {
    return this.#calls.map(({ call }) => call);
  }

  /**
   * Takes a delta's calls in; returns what a client has to be sent. Calls are numbered in the order in which they begin; `id` and
   * `name` are told once, because clients join repeated ones. Fragments win over the whole call of the same delta: that one repeats
   * what fragments said.
   */
  add(delta: ChatDelta): ToolCallDelta[] {
    if (delta.tool_calls.length > 0) return delta.tool_calls.flatMap((fragment) => this.#fragment(fragment));
    return delta.tool_call ? this.#whole(delta.tool_call) : [];
  }

  #fragment(fragment: ToolCallDelta): ToolCallDelta[] {
    const id = fragment.id || undefined;
    let merged = this.#byIndex.get(fragment.index);
    if (merged !== undefined && id !== undefined && merged.call.id !== id) {
      // Services that number every call 0 begin the next one with a new id.
      if (merged.given) merged = undefined;
      else this.#rename(merged, id);
    }
    merged ??= id === undefined ? undefined : this.#byId.get(id);
    const began = merged === undefined;
    merged ??= this.#begin(id, fragment.name ?? "");
    this.#byIndex.set(fragment.index, merged);
    return this.#grow(merged, began, fragment.name ?? "", fragment.arguments ?? "");
  }

  /** Arguments that begin with what is known replace it, others follow it (facts §6.5). */
  #whole(whole: ToolCall): ToolCallDelta[] {
    let merged = this.#byId.get(whole.id);
    const began = merged === undefined;
    merged ??= this.#begin(whole.id || undefined, whole.name);
    this.#byId.set(whole.id, merged);
    const known = merged.call.arguments;
    // Shorter text is not compared: that would flatten the joined pieces anew for each, which is quadratic.
    const repeats = whole.arguments.length >= known.length && whole.arguments.startsWith(known);
    const more = repeats ? whole.arguments.slice(known.length) : whole.arguments;
    return this.#grow(merged, began, whole.name, more);
  }

  #begin(id: string | undefined, name: string): Merged {
    const call: ToolCall = { id: id ?? `call_${crypto.randomUUID()}`, name, arguments: "" };
    const merged: Merged = { index: this.#calls.length, given: id !== undefined, named: name !== "", call };
    this.#calls.push(merged);
    this.#units += CALL_UNITS + call.id.length + name.length;
    this.#byId.set(call.id, merged);
    return merged;
  }

  #rename(merged: Merged, id: string): void {
    this.#byId.delete(merged.call.id);
    merged.call.id = id;
    merged.given = true;
    this.#byId.set(id, merged);
  }

  #grow(merged: Merged, began: boolean, name: string, more: string): ToolCallDelta[] {
    const { call, index } = merged;
    call.arguments += more;
    this.#units += more.length;
    if (began) return [{ index, id: call.id, name: call.name, arguments: more }];
    const late = !merged.named && name !== "";
    if (late) {
      merged.named = true;
      call.name = name;
    }
    if (!late && more === "") return [];
    return [{ index, ...(late && { name }), arguments: more }];
  }
}
