/**
 * The global object of a brain's world, reduced to the language.
 * @module
 */

/** Which globals stay beside the language's own. */
export interface GlobalsOptions {
  /** Whether `WebAssembly` stays. */
  readonly webAssembly: boolean;
}

/**
 * Runs inside a fresh world, before anything of a brain's; sent there as source text, so it uses its parameter and ECMAScript's
 * globals only.
 *
 * Globals are kept by a list, not removed by one: what a later engine or runtime adds stays out until somebody looked at it.
 * `Error` and its `prepareStackTrace` become constant. The runtime looks up that hook by the global's name and hands it call sites
 * that are objects of the process (seen on Deno 2.9.6: `sites[0].constructor.constructor` is the outer `Function`).
 */
export function hardenGlobals(options: GlobalsOptions): void {
  "use strict";
  const kept = [
    "Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error",
    "AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis JSON Math Intl",
    "ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array",
    "Uint8ClampedArray Float16Array Float32Array Float64Array DataView Map BigInt Set Iterator AsyncIterator WeakMap WeakSet Proxy",
    "Reflect FinalizationRegistry WeakRef DisposableStack AsyncDisposableStack Temporal decodeURI decodeURIComponent encodeURI",
    "encodeURIComponent escape unescape eval isFinite isNaN",
  ].join(" ").split(" ");
  const names = new Set<string | symbol>(kept);
  if (options.webAssembly) names.add("WebAssembly");
  for (const key of Reflect.ownKeys(globalThis)) {
    if (names.has(key) || key === Symbol.toStringTag) continue;
    if (!Reflect.deleteProperty(globalThis, key)) throw new TypeError(`the global ${String(key)} can't be removed`);
  }
  const constant = { writable: false, configurable: false, enumerable: false };
  Object.defineProperty(Error, "prepareStackTrace", { ...constant, value: undefined });
  Object.defineProperty(globalThis, "Error", { ...constant, value: Error });
}
