/**
 * The builds of omw, which differ in the runtime kinds that are inside (docs, "Releases").
 * @module
 */

import type { RuntimeFactory } from "../runtime/mod.ts";

/** The builds' names; `source` is the program as it runs from its sources, with everything. */
export type VariantName = "source" | "default" | "rhai" | "js" | "full";

/** One build. */
export interface Variant {
  /** Its name. */
  readonly name: VariantName;
  /** The runtime kinds that are inside, each loaded when a config names it. */
  readonly runtimes: Readonly<Record<string, () => Promise<RuntimeFactory>>>;
}

/** Which releases bring a kind that not all of them have. The wasm kind is in every one. */
const releases: ReadonlyMap<string, readonly VariantName[]> = new Map([
  ["rhai", ["rhai", "full"]],
  ["js", ["js", "full"]],
]);

/** The runtime kinds that a build leaves out, each with what to say to a config that names it. */
export function absentRuntimes(variant: Variant, arch: string = Deno.build.arch): Map<string, string> {
  const absent = [...releases].filter(([kind]) => !Object.hasOwn(variant.runtimes, kind));
  return new Map(absent.map(([kind, names]) => {
    const tarballs = names.map((name) => `${releaseName(name, arch)}.tar.gz`).join(" or ");
    return [kind, `this build of omw (${variant.name}) leaves it out; take ${tarballs}`];
  }));
}

/** What the program of a build is called, and its tarball: `omw-x86_64-linux`, `omw-js-x86_64-linux`. */
export function releaseName(name: VariantName, arch: string): string {
  return name === "default" ? `omw-${arch}-linux` : `omw-${name}-${arch}-linux`;
}
