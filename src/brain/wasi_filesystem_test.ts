import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { wasiFilesystem } from "./wasi_filesystem.ts";
import { wasiHost } from "./wasi_host.ts";
import { wasiIo } from "./wasi_io.ts";

interface Descriptor {
  openAt(follow: object, path: string, how: object, flags: object): Descriptor;
  readViaStream(offset: bigint): { blockingRead(length: bigint): Uint8Array; [Symbol.dispose](): void };
  symlinkAt(target: string, path: string): void;
  [Symbol.dispose](): void;
}

/** The file system of a host that answers so. */
function served(answers: Record<string, unknown>) {
  const bridge = innerBridge();
  bridge.system = (text) => {
    const { f, a } = JSON.parse(text);
    bridge.systems.push([f, a]);
    return `=${JSON.stringify(f in answers ? { v: answers[f] } : { e: "no-entry" })}`;
  };
  const host = wasiHost(bridge);
  const faces = wasiFilesystem(wasiIo(bridge, host), host);
  const directories = faces["wasi:filesystem/preopens"]!.getDirectories as () => [Descriptor, string][];
  return { bridge, directories };
}

Deno.test("nothing is preopened unless the host says so", () => {
  deepStrictEqual(served({ preopens: [] }).directories(), []);
});

Deno.test("a descriptor asks the host, and throws its code as a plain text", () => {
  const { bridge, directories } = served({ preopens: [[7, "/d"]] });
  const [[folder, path]] = directories() as [[Descriptor, string]];
  strictEqual(path, "/d");
  throws(() => folder.openAt({ symlinkFollow: true }, "x", { create: true }, { write: true }), (error) => error === "no-entry");
  const [call, { h, path: asked, follow, create, write, read }] = bridge.systems.at(-1)!;
  deepStrictEqual([call, h, asked, follow, create, write, read], ["open", 7, "x", true, true, true, false]);
});

Deno.test("no link can be made, and the host is not even asked", () => {
  const { bridge, directories } = served({ preopens: [[7, "/d"]] });
  const asked = bridge.systems.length;
  throws(() => directories()[0]![0].symlinkAt("/etc/passwd", "x"), (error) => error === "not-permitted");
  strictEqual(bridge.systems.slice(asked).every(([call]) => call === "preopens"), true);
});

Deno.test("a file is let go once neither its descriptor nor a stream of it is used", () => {
  const { bridge, directories } = served({ preopens: [[7, "/d"]], open: { h: 9, type: "regular-file" } });
  const file = directories()[0]![0].openAt({}, "x", {}, { read: true });
  const stream = file.readViaStream(0n);
  file[Symbol.dispose]();
  deepStrictEqual(bridge.released, []);
  stream[Symbol.dispose]();
  deepStrictEqual(bridge.released, [9]);
});
