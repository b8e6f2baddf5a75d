import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { wasiFilesystem } from "./wasi_filesystem.ts";

const faces = wasiFilesystem();

Deno.test("nothing is preopened", () => {
  deepStrictEqual((faces["wasi:filesystem/preopens"]!.getDirectories as () => unknown[])(), []);
});

Deno.test("every method of a descriptor answers WASI's own code", () => {
  const { Descriptor } = faces["wasi:filesystem/types"] as { Descriptor: new () => Record<string, () => unknown> };
  const descriptor = new Descriptor();
  const names = Object.keys(Object.getPrototypeOf(descriptor));
  strictEqual(names.length, 26);
  for (const name of names) throws(() => descriptor[name]!(), (error) => error === "not-permitted", name);
  strictEqual(descriptor.isSameObject!(), false);
});
