/**
 * Whether a component fits the world that omw offers: what it may import, and what it must export.
 * @module
 */

import type { ComponentTypes } from "./component_types.ts";

/** What the transpiler tells about a component. */
export interface ComponentFaces {
  /** The imported interfaces with their versions, as the component names them. */
  imports: readonly string[];
  /** The exported names. */
  exports: readonly string[];
  /** The declared types and functions. */
  types: ComponentTypes;
}

/** The WASI 0.2 interfaces that a brain process serves. */
export const WASI_INTERFACES: ReadonlySet<string> = new Set([
  ...names(
    "cli",
    "environment exit stdin stdout stderr terminal-input terminal-output terminal-stdin terminal-stdout terminal-stderr",
  ),
  ...names("clocks", "monotonic-clock wall-clock timezone"),
  ...names("filesystem", "preopens types"),
  ...names("http", "types outgoing-handler"),
  ...names("io", "error poll streams"),
  ...names("random", "random insecure insecure-seed"),
  ...names("sockets", "instance-network ip-name-lookup network tcp tcp-create-socket udp udp-create-socket"),
]);

const METHODS: Record<string, string> = {
  "omw:omw/types": "",
  "omw:omw/provider":
    "get Provider.name Provider.kind Provider.listModels Provider.chat Provider.chatStream Provider.isOpen Provider.cancel",
  "omw:omw/tooling":
    "get Tooling.name Tooling.kind Tooling.listTools Tooling.callTool Tooling.isOpen Tooling.cancel Tooling.callToolBlocking " +
    "Tooling.listResources Tooling.listResourceTemplates Tooling.readResource Tooling.subscribeResourceList " +
    "Tooling.unsubscribeResourceList Tooling.subscribeResource Tooling.unsubscribeResource",
  "omw:omw/host":
    "log whoami timeNow timeFormat waitUntil waitFor waitCron cancelTimer sleepFor sleepUntil sleepCron subscribeLifecycle " +
    "unsubscribeLifecycle subscribeAgent unsubscribeAgent subscribeEndpoint unsubscribeEndpoint streamEndpoint sendAgent recv " +
    "tryRecv newUuid base64Encode base64Decode memoryGet memorySet memoryRemove",
};

const RUNTIME = "omw:omw/runtime";

const WAY_OUT = "build it for the world omw of the package omw:omw, as the guest SDK 0.1.1 or later does";

/**
 * Checks imports, exports and functions.
 * @throws {TypeError} naming what is missing or too much; a sentence that goes on after the file's name
 */
export function checkContract({ imports, exports, types }: ComponentFaces): void {
  const foreign = imports.filter((name) => !isOffered(name));
  if (foreign.length > 0) {
    throw new TypeError(
      `imports ${foreign.join(", ")}, which omw does not offer (it offers omw:omw and WASI 0.2): build the component without it`,
    );
  }
  if (!exports.includes(RUNTIME)) {
    const found = exports.length === 0 ? "nothing" : exports.join(", ");
    throw new TypeError(`exports ${found}, not ${RUNTIME}: ${WAY_OUT}`);
  }
  for (const name of ["kind", "run", "check"]) {
    if (!types.functions.get(RUNTIME)?.has(name)) {
      throw new TypeError(`exports ${RUNTIME} without the function ${name}: ${WAY_OUT}`);
    }
  }
  for (const [face, functions] of types.functions) {
    if (!Object.hasOwn(METHODS, face)) continue;
    const offered = METHODS[face]!.split(" ");
    const unknown = [...functions.keys()].find((name) => !offered.includes(name));
    if (unknown !== undefined) {
      throw new TypeError(`imports the function ${unknown} of ${face}, which omw does not offer: ${WAY_OUT}`);
    }
  }
}

function isOffered(name: string): boolean {
  const [face = "", version = ""] = name.split("@");
  if (Object.hasOwn(METHODS, face)) return true;
  return WASI_INTERFACES.has(face) && (version === "" || /^0\.2\.\d+$/.test(version));
}

function names(folder: string, list: string): string[] {
  return list.split(" ").map((name) => `wasi:${folder}/${name}`);
}
