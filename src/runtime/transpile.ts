/**
 * Components to what a brain process runs: checked, transpiled off this process, once per content, cached on disk.
 * @module
 */

import { reason } from "../config/errors.ts";
import type { ComponentCache } from "./component_cache.ts";
import { checkContract } from "./component_contract.ts";
import { checkComponentHead, type ComponentFormat, componentFormat } from "./component_file.ts";
import { componentShapes } from "./component_shapes.ts";
import { type ComponentTypes, componentTypes } from "./component_types.ts";
import { transpileInProcess } from "./transpile_process.ts";
import { type Parts, sha256, type Transpiled } from "./transpiled.ts";

/** Turns a component's file into parts; `transpileInProcess` unless a test says otherwise. */
export type TranspileFunction = (file: Uint8Array<ArrayBuffer>, format: ComponentFormat, signal: AbortSignal) => Promise<Parts>;

/** What a `Transpiler` works with. */
export interface TranspilerOptions {
  /** Where results are kept between starts; absent: nowhere. */
  cache?: ComponentCache;
  /** How to transpile. */
  transpile?: TranspileFunction;
}

interface Job {
  promise: Promise<Transpiled>;
  waiters: number;
  stop: AbortController;
}

/**
 * Transpiles components. Concurrent requests for the same content share one job, which is stopped when nobody waits any more.
 */
export class Transpiler {
  readonly #jobs = new Map<string, Job>();
  readonly #cache: ComponentCache | undefined;
  readonly #transpile: TranspileFunction;

  /** A transpiler with the given cache. */
  constructor({ cache, transpile = transpileInProcess }: TranspilerOptions = {}) {
    this.#cache = cache;
    this.#transpile = transpile;
  }

  /**
   * Reads and transpiles the component at `path`.
   * @throws {TypeError} naming the path: no component, not one that fits omw's world
   * @throws {Error} naming the path: it cannot be read, the transpiling process failed
   */
  async load(path: string, signal: AbortSignal): Promise<Transpiled> {
    componentFormat(path);
    let file: Uint8Array<ArrayBuffer>;
    try {
      file = await readWhole(path, signal);
    } catch (cause) {
      signal.throwIfAborted();
      throw new Error(`failed to read component "${path}": ${reason(cause)}`, { cause });
    }
    return await this.transpile(path, file, signal);
  }

  /**
   * Transpiles the bytes of a component that `path` names in messages and gives the form of.
   * @throws {TypeError} see `load`
   */
  async transpile(path: string, file: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Transpiled> {
    const format = componentFormat(path);
    if (format === "wasm") checkComponentHead(path, file);
    const id = await sha256(file);
    signal.throwIfAborted();
    const key = `${format} ${id}`;
    let job = this.#jobs.get(key);
    if (job === undefined) this.#jobs.set(key, job = this.#start(key, id, file, format));
    try {
      return await wait(job, signal);
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof TypeError) throw new TypeError(`component "${path}" ${cause.message}`, { cause });
      throw new Error(`failed to load component "${path}": ${reason(cause)}`, { cause });
    }
  }

  #start(key: string, id: string, file: Uint8Array<ArrayBuffer>, format: ComponentFormat): Job {
    const stop = new AbortController();
    const promise = this.#make(id, file, format, stop.signal).finally(() => this.#forget(key, stop));
    stop.signal.addEventListener("abort", () => this.#forget(key, stop));
    return { promise, waiters: 0, stop };
  }

  #forget(key: string, stop: AbortController): void {
    if (this.#jobs.get(key)?.stop === stop) this.#jobs.delete(key);
  }

  async #make(id: string, file: Uint8Array<ArrayBuffer>, format: ComponentFormat, signal: AbortSignal): Promise<Transpiled> {
    const cached = await this.#cache?.get(id, file);
    if (cached !== undefined) return cached;
    signal.throwIfAborted();
    let parts: Parts;
    try {
      parts = await this.#transpile(file, format, signal);
    } catch (cause) {
      if (cause instanceof TypeError) throw new TypeError(transpilerFault(cause.message), { cause });
      throw cause;
    }
    const made = fromParts(id, parts);
    await this.#cache?.put(made, file);
    return made;
  }
}

/**
 * A file's bytes, in half the processor time of `Deno.readFile`, which lays them out twice: 8 ms less for a component of 10 MB (measured).
 */
async function readWhole(path: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path);
  const { isFile, size } = await file.stat();
  if (!isFile) return await Deno.readFile(path, { signal });
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    signal.throwIfAborted();
    const count = await file.read(bytes.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/** Waits for a job as long as the caller's own signal allows; the last one to leave stops it. */
async function wait(job: Job, signal: AbortSignal): Promise<Transpiled> {
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  job.waiters++;
  try {
    return await Promise.race([job.promise, left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
    if (--job.waiters === 0) {
      job.promise.catch(() => {});
      job.stop.abort();
    }
  }
}

/** What the transpiler's files tell of a component. */
export interface ReadParts {
  /** The glue, UTF-8. */
  glue: Uint8Array<ArrayBuffer>;
  /** The core modules by the name that the glue asks for. */
  cores: Map<string, Uint8Array<ArrayBuffer>>;
  /** The imports as the glue names them: without versions. */
  glueImports: string[];
  /** The imports as the component itself names them. */
  imports: string[];
  /** The exports. */
  exports: string[];
  /** The types that its `omw:omw` interfaces declare. */
  types: ComponentTypes;
}

/** Takes the transpiler's files apart. */
export function readParts({ head, parts }: Parts): ReadParts {
  const decoder = new TextDecoder();
  const cores = new Map<string, Uint8Array<ArrayBuffer>>();
  const declarations: string[] = [];
  let [glue, world] = [new Uint8Array(0), ""];
  for (const [name, bytes] of parts) {
    if (name.endsWith(".wasm")) cores.set(name, bytes);
    else if (name.startsWith("interfaces/omw-omw-")) declarations.push(decoder.decode(bytes));
    else if (name === "c.js") glue = bytes;
    else if (name === "c.d.ts") world = decoder.decode(bytes);
  }
  const glueImports = (head.imports as string[]).map(String);
  const exports = (head.exports as string[]).map(String);
  const imports = withVersions(glueImports, world);
  return { glue, cores, glueImports, imports, exports, types: componentTypes(declarations) };
}

/** What a brain process needs of a component, after checking that it fits. */
function fromParts(id: string, parts: Parts): Transpiled {
  const { glue, cores, glueImports, imports, exports, types } = readParts(parts);
  checkContract({ imports, exports, types });
  return { id, glue, cores, imports: glueImports, shapes: componentShapes(types) };
}

/** The imports as the component itself names them: the transpiler leaves the versions out, but declares the world with them. */
function withVersions(imports: readonly string[], world: string): string[] {
  const full = Array.from(world.matchAll(/^ {2}'([^']+)': typeof /gm), (found) => found[1]!);
  return imports.flatMap((name) => {
    const named = full.filter((each) => each.startsWith(`${name}@`));
    return named.length > 0 ? named : [name];
  });
}

/** The transpiler's account of a broken file, as the end of a sentence that begins with the file's name. */
export function transpilerFault(message: string): string {
  if (/unexpected end|unexpected-eof|invalid leading byte|bytes? remaining|extends past end/i.test(message)) {
    return `is cut off or damaged (${message})`;
  }
  return `cannot be used: ${message}`;
}
