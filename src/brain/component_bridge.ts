/**
 * What a component's inner world can ask of the process around it: texts, numbers and byte arrays that the inner world made.
 *
 * The functions named in the tables of `component_source.ts` are sent into the component's `vm` context as source text. So each
 * of them may use its parameters and ECMAScript's globals, and nothing else; a test parses them to prove it.
 * @module
 */

/** The border as the process offers it. What these throw is never seen inside. */
export interface OuterBridge {
  /** Serves a call of the contract; see `client.ts`. */
  call(op: string, args: string): string;
  /** Tells what was written to standard output (1) or error (2). */
  output(fd: number, text: string): void;
  /** Encodes a text as UTF-8 into `into`; answers how many bytes that took, or -1 when it did not fit. */
  encodeInto(text: string, into: Uint8Array): number;
  /** The text that UTF-8 bytes stand for. */
  decode(bytes: Uint8Array): string;
  /** Makes a call of WASI with the bytes that go with it; see `HostClient.system`. */
  system(call: string, block: Uint8Array | undefined): string;
  /** Copies the bytes that came with the last answer. */
  takeBlock(into: Uint8Array): void;
  /** Lets go of something that the host holds open. */
  release(h: number): void;
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Fills an array of at most 65,536 bytes with secure random bytes. */
  random(into: Uint8Array): void;
}

/** The border as the inner world sees it: the same functions, wrapped inside. */
export type InnerBridge = OuterBridge;

/** The state of a run that its parts share. */
export interface RunState {
  /** Set once the guest called for its own exit: whether with success, or which status. */
  exit?: { status: number };
  /** The end of what the guest wrote to its standard error, for the account of a trap. */
  lastWords: string;
}

/**
 * Wraps the border. Whatever an outer function throws, a stack overflow's error object included, stays outside: an outer object
 * would lead to the outer `Function`, and that to everything.
 */
export function componentBridge(outer: OuterBridge, state: RunState): InnerBridge {
  const { call, output, encodeInto, decode, system, takeBlock, release, now, random } = outer;
  const RangeErrorOf = RangeError;
  const Bytes = Uint8Array;

  function guarded<Args extends unknown[], Result extends string | number | void>(
    run: (...args: Args) => Result,
  ): (...args: Args) => Result {
    return (...args) => {
      // A guest that catches everything may go on after it called for its exit; it gets no further than this.
      if (state.exit !== undefined) throw new RangeErrorOf("the component has exited");
      let result: Result;
      try {
        result = run(...args);
      } catch {
        throw new RangeErrorOf("Maximum call stack size exceeded");
      }
      return result;
    };
  }

  /** The same bytes as an array that is one for certain. */
  function bytes(view: Uint8Array): Uint8Array {
    return new Bytes(view.buffer, view.byteOffset, view.byteLength);
  }

  // Everything is made a plain text, a number or an array of bytes in here: the outer side must not call a conversion from inside.
  return {
    call: guarded((op: string, args: string) => call(`${op}`, `${args}`)),
    output: guarded((fd: number, text: string) => void output(+fd, `${text}`)),
    encodeInto: guarded((text: string, into: Uint8Array) => encodeInto(`${text}`, bytes(into))),
    decode: guarded((view: Uint8Array) => decode(bytes(view))),
    system: guarded((text: string, block: Uint8Array | undefined) => {
      return system(`${text}`, block === undefined ? undefined : bytes(block));
    }),
    takeBlock: guarded((into: Uint8Array) => void takeBlock(bytes(into))),
    release: guarded((h: number) => void release(+h)),
    now: guarded(now),
    random: guarded((into: Uint8Array) => void random(bytes(into))),
  };
}
