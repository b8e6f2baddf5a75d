/**
 * The language as it was before a brain could change it.
 *
 * This and the other `js_*` files hold functions that are sent into a brain's world as source text (`js_kit.ts` lists them). So
 * each of them uses its parameters and nothing else (this one alone may name ECMAScript's globals; `js_source_test.ts` parses them
 * to prove it), and every object that a brain can reach was made inside. They hold on to the language as it was before the brain
 * ran: a brain that changes `JSON` or a prototype changes nothing but its own view.
 * @module
 */

/** An object of a brain's, or one that becomes a brain's. */
export type Bag = Record<string, unknown>;

/** The parts of the language that the world's own code uses, captured. Methods take their `this` as first argument. */
export interface Primordials {
  /** The world's global object. */
  readonly global: object;
  /** `JSON.parse`. */
  parse(text: string): unknown;
  /** `JSON.stringify`. */
  stringify(value: unknown): string;
  /** `Array.isArray`. */
  isArray(value: unknown): value is unknown[];
  /** `Array.prototype.join`. */
  join(list: readonly string[], separator: string): string;
  /** `Array.prototype.map`, by index: a brain may have changed how arrays iterate and what they make. */
  map<Item, Result>(list: readonly Item[], make: (item: Item, index: number) => Result): Result[];
  /** `Array.prototype.sort`, by code unit. */
  sort(list: string[]): string[];
  /** `Number.isFinite`. */
  isFinite(value: unknown): boolean;
  /** `Number.isInteger`. */
  isInteger(value: unknown): boolean;
  /** `Math.trunc`. */
  trunc(value: number): number;
  /** `Object.keys`. */
  keys(value: object): string[];
  /** `Object.defineProperty`. */
  define(target: object, key: string, descriptor: PropertyDescriptor): void;
  /** `Object.getOwnPropertyDescriptor`. */
  descriptor(target: object, key: string | number): PropertyDescriptor | undefined;
  /** `Object.prototype.propertyIsEnumerable`. */
  isEnumerable(target: object, key: string): boolean;
  /** `Object.prototype.isPrototypeOf` of `Error.prototype`. */
  isError(value: unknown): value is Error;
  /** `Object.prototype.isPrototypeOf` of `Promise.prototype`. */
  isPromise(value: unknown): boolean;
  /** `String`, for a symbol or another primitive. */
  text(value: unknown): string;
  /** `String.prototype.slice`. */
  slice(text: string, start: number, end?: number): string;
  /** `String.prototype.indexOf`. */
  indexOf(text: string, part: string, from?: number): number;
  /** `String.prototype.charCodeAt`. */
  codeAt(text: string, index: number): number;
  /** `String.prototype.replaceAll`, of one text by another. */
  replaceAll(text: string, part: string, by: string): string;
  /** `String.fromCharCode`, of one unit. */
  fromCode(unit: number): string;
  /** `Set`, of objects. */
  makeSet(): Set<object>;
  /** `Set.prototype.has`. */
  setHas(set: Set<object>, value: object): boolean;
  /** `Set.prototype.add`. */
  setAdd(set: Set<object>, value: object): void;
  /** `Set.prototype.delete`. */
  setDelete(set: Set<object>, value: object): void;
  /** Makes an `Error`. */
  error(message: string): Error;
  /** Makes a `TypeError`. */
  typeError(message: string): TypeError;
  /** Makes a `RangeError`. */
  rangeError(message: string): RangeError;
}

/** Captures them; to be called before anything of a brain's runs. */
export function capturePrimordials(): Primordials {
  const { bind, call } = Function.prototype;
  const uncurry = bind.bind(call) as unknown as <This, Args extends unknown[], Result>(
    method: (this: This, ...args: Args) => Result,
  ) => (target: This, ...args: Args) => Result;
  const [ErrorClass, TypeErrorClass, RangeErrorClass, SetClass, StringFunction] = [Error, TypeError, RangeError, Set, String];
  const errorPrototype = Error.prototype;
  const promisePrototype = Promise.prototype;
  const isPrototypeOf = uncurry(Object.prototype.isPrototypeOf);
  const setAdd = uncurry(Set.prototype.add);
  const setDelete = uncurry(Set.prototype.delete);
  const sort = uncurry(Array.prototype.sort);

  function map<Item, Result>(list: readonly Item[], make: (item: Item, index: number) => Result): Result[] {
    const results: Result[] = [];
    for (let i = 0; i < list.length; i++) results[i] = make(list[i]!, i);
    return results;
  }

  return {
    __proto__: null,
    global: globalThis,
    parse: JSON.parse,
    stringify: JSON.stringify,
    isArray: Array.isArray,
    join: uncurry(Array.prototype.join),
    map,
    sort: (list: string[]) => sort(list) as string[],
    isFinite: Number.isFinite,
    isInteger: Number.isInteger,
    trunc: Math.trunc,
    keys: Object.keys,
    define: Object.defineProperty,
    descriptor: Object.getOwnPropertyDescriptor,
    isEnumerable: uncurry(Object.prototype.propertyIsEnumerable),
    isError: (value: unknown) => isPrototypeOf(errorPrototype, value as object),
    isPromise: (value: unknown) => isPrototypeOf(promisePrototype, value as object),
    text: (value: unknown) => StringFunction(value),
    slice: uncurry(String.prototype.slice),
    indexOf: uncurry(String.prototype.indexOf),
    codeAt: uncurry(String.prototype.charCodeAt),
    replaceAll: uncurry(String.prototype.replaceAll as (part: string, by: string) => string),
    fromCode: String.fromCharCode,
    makeSet: () => new SetClass<object>(),
    setHas: uncurry(Set.prototype.has),
    setAdd: (set: Set<object>, value: object) => void setAdd(set, value),
    setDelete: (set: Set<object>, value: object) => void setDelete(set, value),
    error: (message: string) => new ErrorClass(message),
    typeError: (message: string) => new TypeErrorClass(message),
    rangeError: (message: string) => new RangeErrorClass(message),
  } as unknown as Primordials;
}
