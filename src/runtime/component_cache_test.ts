import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { dirname } from "node:path";
import { inFolder } from "../../tests/support/folder.ts";
import { ComponentCache, TRANSPILER_VERSION } from "./component_cache.ts";
import type { Transpiled } from "./transpiled.ts";

/** The component's file; the first of its core modules is in it, the other is not. */
const FILE = Uint8Array.from({ length: 200 }, (_, i) => i);

function component(id: string, size = 10): Transpiled {
  return {
    id,
    glue: new TextEncoder().encode(`export function instantiate() {} // ${id} ü`),
    cores: new Map([["c.core.wasm", FILE.subarray(100)], ["c.core2.wasm", new Uint8Array(size).fill(7)]]),
    imports: ["omw:omw/host"],
    shapes: { role: "text" },
  };
}

/** Runs `body` with a cache in a folder that does not exist yet, and what the cache warned of. */
function withCache(body: (cache: ComponentCache, folder: string, warnings: string[]) => Promise<void>, maxBytes?: number) {
  return inFolder(async (parent) => {
    const warnings: string[] = [];
    const folder = `${parent}/cache/omw`;
    await body(new ComponentCache({ folder, warn: (message) => warnings.push(message), maxBytes }), folder, warnings);
  });
}

async function entries(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => `${folder}/${name}`)).sort();
}

Deno.test("the cache names the transpiler that deno.json pins", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  match(
    imports["@bytecodealliance/jco-transpile/component"],
    new RegExp(`@${TRANSPILER_VERSION.replaceAll(".", "\\.")}/component$`),
  );
});

Deno.test("ComponentCache gives back what was put, for nobody else to read", () =>
  withCache(async (cache, folder, warnings) => {
    strictEqual(await cache.get("a", FILE), undefined);
    await cache.put(component("a"), FILE);
    deepStrictEqual(await cache.get("a", FILE), component("a"));
    strictEqual(await cache.get("b", FILE), undefined);
    strictEqual((await Deno.stat(folder)).mode! & 0o777, 0o700);
    const [entry] = await entries(folder);
    strictEqual((await Deno.stat(entry!)).mode! & 0o777, 0o600);
    deepStrictEqual(warnings, []);
  }));

Deno.test("ComponentCache takes no damaged entry, and removes it", () =>
  withCache(async (cache, folder) => {
    await cache.put(component("a"), FILE);
    const [entry] = await entries(folder);
    const bytes = await Deno.readFile(entry!);
    for (const damaged of [bytes.with(bytes.length - 1, 8), bytes.with(0, 122), bytes.slice(0, -3), new Uint8Array(0)]) {
      await Deno.writeFile(entry!, damaged);
      strictEqual(await cache.get("a", FILE), undefined);
      deepStrictEqual(await entries(folder), []);
    }
  }));

Deno.test("ComponentCache stores no core module that the component's file holds", () =>
  withCache(async (cache, folder) => {
    const file = crypto.getRandomValues(new Uint8Array(10_000));
    await cache.put({ ...component("a"), cores: new Map([["c.core.wasm", file.slice(1000)]]) }, file);
    const [entry] = await entries(folder);
    ok((await Deno.stat(entry!)).size < 1000);
    deepStrictEqual((await cache.get("a", file))?.cores.get("c.core.wasm"), file.slice(1000));
    strictEqual(await cache.get("a", file.slice(0, 5000)), undefined);
  }));

Deno.test("ComponentCache takes no entry that was made for another component", () =>
  withCache(async (cache, folder) => {
    await cache.put(component("a"), FILE);
    const [a] = await entries(folder);
    await cache.put(component("b"), FILE);
    const b = (await entries(folder)).find((entry) => entry !== a);
    await Deno.copyFile(b!, a!);
    strictEqual(await cache.get("a", FILE), undefined);
    notStrictEqual(await cache.get("b", FILE), undefined);
  }));

Deno.test("ComponentCache removes what was used least recently when it is full", () =>
  withCache(async (cache, folder) => {
    const put = async (id: string, ageMs: number) => {
      const before = new Set(await entries(folder).catch(() => []));
      await cache.put(component(id, 4000), FILE);
      const added = (await entries(folder)).find((entry) => !before.has(entry))!;
      await Deno.utime(added, new Date(), new Date(Date.now() - ageMs));
    };
    await put("a", 20_000);
    await put("b", 10_000);
    ok(await cache.get("a", FILE));
    await cache.put(component("c", 4000), FILE);
    deepStrictEqual(await Promise.all(["a", "b", "c"].map(async (id) => await cache.get(id, FILE) !== undefined)), [
      true,
      false,
      true,
    ]);
  }, 9000));

Deno.test("ComponentCache clears up after writers that died, and leaves other files alone", () =>
  withCache(async (cache, folder) => {
    await cache.put(component("a"), FILE);
    await Deno.writeTextFile(`${folder}/partial-old`, "");
    await Deno.utime(`${folder}/partial-old`, new Date(0), new Date(0));
    await Deno.writeTextFile(`${folder}/partial-new`, "");
    await Deno.writeTextFile(`${folder}/notes.txt`, "");
    await cache.put(component("b"), FILE);
    const names = (await entries(folder)).map((path) => path.slice(folder.length + 1)).filter((name) =>
      !name.startsWith("component-")
    );
    deepStrictEqual(names, ["notes.txt", "partial-new"]);
  }));

Deno.test("ComponentCache does without a folder that others may write to, with one warning", () =>
  withCache(async (cache, folder, warnings) => {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.chmod(folder, 0o777);
    await cache.put(component("a"), FILE);
    strictEqual(await cache.get("a", FILE), undefined);
    await cache.put(component("b"), FILE);
    strictEqual(warnings.length, 1);
    match(warnings[0]!, /^the cache .*omw" is not used, .*: others may write to it \(mode 777\); empty it and run chmod 700$/);
    deepStrictEqual(await entries(folder), []);
  }));

Deno.test("ComponentCache narrows a folder that others may only read", () =>
  withCache(async (cache, folder) => {
    await Deno.mkdir(folder, { recursive: true, mode: 0o755 });
    await cache.put(component("a"), FILE);
    strictEqual((await Deno.stat(folder)).mode! & 0o777, 0o700);
    ok(await cache.get("a", FILE));
  }));

Deno.test("ComponentCache follows no link in the folder's place", () =>
  withCache(async (cache, folder, warnings) => {
    await Deno.mkdir(`${dirname(folder)}/elsewhere`, { recursive: true });
    await Deno.symlink("elsewhere", folder);
    await cache.put(component("a"), FILE);
    match(warnings.join(), /it is no folder/);
    deepStrictEqual(await entries(folder), []);
  }));

Deno.test("ComponentCache does without a folder that cannot be made", () =>
  withCache(async (cache, folder, warnings) => {
    await Deno.mkdir(dirname(folder), { recursive: true });
    await Deno.writeTextFile(folder, "a file");
    await cache.put(component("a"), FILE);
    strictEqual(await cache.get("a", FILE), undefined);
    strictEqual(warnings.length, 1);
  }));
