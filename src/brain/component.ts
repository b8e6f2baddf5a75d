/**
 * The world of a component brain (design §4.3): its glue, which is code made from untrusted bytes, runs in a `vm` context of its own
 * that shares nothing with the process but nine functions that take and give texts, numbers and byte arrays.
 * @module
 */

import type { ProgramRef } from "../protocol/frames.ts";
import type { HostClient } from "./client.ts";
import { ComponentProgram } from "./component_program.ts";
import { worldSource } from "./component_source.ts";
import type { Execute, Instantiate, WorldSetup } from "./component_world.ts";
import type { Job, Outcome } from "./outcome.ts";
import { compile, Realm } from "./realm.ts";

/** A component as the start frame names it. */
export type ComponentRef = Extract<ProgramRef, { kind: "component" }>;

/**
 * The compiled programs by id, or why they cannot be compiled. The host sends a program's parts to a process once, so none is let
 * go; what bounds them is that the host replaces a process after 100 runs, and earlier when it uses half of its memory.
 */
const programs = new Map<string, ComponentProgram | Error>();

const world = compile(worldSource, "omw:component");
const encoder = new TextEncoder();
// A byte order mark belongs to a component's string.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

type MakeWorld = (
  call: (op: string, args: string) => string,
  output: (fd: number, text: string) => void,
  encodeInto: (text: string, into: Uint8Array) => number,
  decode: (bytes: Uint8Array) => string,
  system: (call: string, block: Uint8Array | undefined) => string,
  takeBlock: (into: Uint8Array) => void,
  release: (h: number) => void,
  now: () => number,
  random: (into: Uint8Array) => void,
  setup: string,
) => Execute;

/** Runs or checks a component in a fresh instance. Nothing of the instance, trapped or not, is used again. */
export function runComponent({ op, program, parts, client }: Job<ComponentRef>): Outcome {
  const code = programs.get(program.id) ?? load(program, parts.bytes);
  programs.set(program.id, code);
  if (code instanceof Error) return { err: `failed to load component "${program.filename}": ${code.message}` };
  const script = program.script ? parts.texts.get("script") ?? "" : "";
  return outcomeOf(execute(code, program, client, op, script));
}

function load({ cores }: ComponentRef, parts: ReadonlyMap<string, Uint8Array>): ComponentProgram | Error {
  try {
    return new ComponentProgram(cores, parts);
  } catch (error) {
    // The engine's own, or one of this room's: nothing of the component has run yet.
    return new Error((error as Error).message, { cause: error });
  }
}

function execute(
  code: ComponentProgram,
  { shapes, env, args, cwd, stdout, stderr, seed, most_random }: ComponentRef,
  client: HostClient,
  op: string,
  script: string,
): unknown {
  const realm = new Realm({ webAssembly: true });
  try {
    const make = realm.run(world) as MakeWorld;
    const run = make(
      (name, text) => client.call(name, text),
      (fd, text) => client.output(fd === 2 ? 2 : 1, text),
      encodeInto,
      (bytes) => decoder.decode(bytes),
      (name, block) => client.system(name, block === undefined ? undefined : copyOf(block)),
      (into) => copyInto(client.takeBlock(), into),
      (h) => client.release(h),
      () => performance.now(),
      (into) => void crypto.getRandomValues(into as Uint8Array<ArrayBuffer>),
      JSON.stringify({ shapes, env, args, cwd, stdout, stderr, seed, most_random } satisfies WorldSetup),
    );
    const instantiate = realm.run(code.glue) as Instantiate;
    return run(instantiate, code.cores, op, script);
  } catch {
    // The inner world catches everything itself while it has the stack to. What it throws is not looked at: it is from inside.
    return "!component trapped: stack overflow, and nothing left to tell more";
  }
}

/** What the inner world answered; see `Execute`. Anything but a text comes from an inner world that is out of its mind. */
function outcomeOf(answer: unknown): Outcome {
  if (typeof answer !== "string") return { err: "component trapped: it left no result" };
  const text = answer.slice(1);
  switch (answer[0]) {
    case "=":
      return { v: text };
    case "-":
      return {};
    default:
      return { err: text };
  }
}

// An array from inside has methods and getters that code in there may have replaced: only the process's own ones look at its bytes.
const { set: setBytes } = Uint8Array.prototype;
const lengthOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "length")!.get!;

let scratch = new Uint8Array(0);

/** The same bytes in an array of the process, which holds until the next call. */
function copyOf(bytes: Uint8Array): Uint8Array {
  const length = Reflect.apply(lengthOf, bytes, []) as number;
  if (scratch.length < length) scratch = new Uint8Array(length);
  scratch.set(bytes);
  return scratch.subarray(0, length);
}

/** @throws {RangeError} when there are more bytes than places */
function copyInto(bytes: Uint8Array | undefined, into: Uint8Array): void {
  if (bytes !== undefined) Reflect.apply(setBytes, into, [bytes]);
}

function encodeInto(text: string, into: Uint8Array): number {
  const { read, written } = encoder.encodeInto(text, into);
  return read === text.length ? written : -1;
}
