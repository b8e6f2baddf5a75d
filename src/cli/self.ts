/**
 * `omw self check`: what this omw is and has, and whether it can work where it is.
 * @module
 */

import { ownVariant, Registries } from "../engine/mod.ts";
import { VERSION } from "../protocol/version.ts";
import { BrainPool } from "../runtime/brain_pool.ts";
import { ComponentCache } from "../runtime/component_cache.ts";
import { componentCacheFolder } from "../runtime/component_cache_folder.ts";
import { certificateFault } from "./certificates.ts";
import { faultLine } from "./fault.ts";
import type { Invocation } from "./options.ts";
import { writeOut } from "./output.ts";
import { DEFAULT_MEMORY_MB } from "../runtime/defaults.ts";

/** The report, as `--json` writes it. */
export interface SelfReport {
  /** omw's version. */
  readonly version: string;
  /** Which build it is; `source` when it runs from its sources. */
  readonly variant: string;
  /** The machine that it was made for: `x86_64-linux`. */
  readonly target: string;
  /** What runs it. */
  readonly runtime: { readonly deno: string; readonly v8: string };
  /** The kinds of each family that are inside. */
  readonly kinds: Readonly<Record<"provider" | "tooling" | "runtime" | "endpoint", readonly string[]>>;
  /** Which permissions of Deno it has. */
  readonly permissions: Readonly<Record<string, boolean>>;
  /** Where prepared components are kept, and why not if they can't be. */
  readonly cache: { readonly folder: string | null; readonly fault: string | null };
  /** Why TLS connections will fail, if so. */
  readonly certificates: { readonly fault: string | null };
  /** Why no brain process can be started, if so. */
  readonly brain: { readonly fault: string | null };
}

const permissionKinds = ["read", "write", "net", "env", "run", "sys", "ffi", "import"] as const;

/** Writes the report; resolves with 1 when no brain can run here, else with 0: everything else still lets some configs work. */
export async function selfCheck({ values }: Invocation): Promise<number> {
  const report = await selfReport();
  await writeOut(values.json === true ? `${JSON.stringify(report, null, 2)}\n` : lines(report));
  return report.brain.fault === null ? 0 : 1;
}

async function selfReport(): Promise<SelfReport> {
  const { providers, tooling, runtimes, endpoints } = Registries.builtin();
  return {
    version: VERSION,
    variant: ownVariant.name,
    target: `${Deno.build.arch}-${Deno.build.os}`,
    runtime: { deno: Deno.version.deno, v8: Deno.version.v8 },
    kinds: { provider: providers.kinds(), tooling: tooling.kinds(), runtime: runtimes.kinds(), endpoint: endpoints.kinds() },
    permissions: Object.fromEntries(permissionKinds.map((name) => [name, isGranted(name)])),
    cache: await cacheState(),
    certificates: { fault: await certificateFault((name) => Deno.env.get(name)) ?? null },
    brain: { fault: await brainFault() },
  };
}

function isGranted(name: (typeof permissionKinds)[number]): boolean {
  return Deno.permissions.querySync({ name }).state === "granted";
}

/** Asks for a component that nobody stored: the cache then says why it is of no use, if so. */
async function cacheState(): Promise<SelfReport["cache"]> {
  const folder = componentCacheFolder((name) => Deno.env.get(name));
  if (folder === undefined) return { folder: null, fault: "neither XDG_CACHE_HOME nor HOME is set" };
  let fault: string | null = null;
  await new ComponentCache({ folder, warn: (message) => fault = message }).get("self check", new Uint8Array(0));
  return { folder, fault };
}

/** Starts a brain process and ends it. */
async function brainFault(): Promise<string | null> {
  const pool = new BrainPool();
  try {
    pool.release("self check", await pool.acquire("self check", DEFAULT_MEMORY_MB));
    return null;
  } catch (error) {
    return faultLine(error);
  } finally {
    await pool.close();
  }
}

function lines({ version, variant, target, runtime, kinds, permissions, cache, certificates, brain }: SelfReport): string {
  const granted = Object.keys(permissions).filter((name) => permissions[name]);
  return [
    `omw ${version} (${variant}) for ${target}, on Deno ${runtime.deno}`,
    ...Object.entries(kinds).map(([family, names]) => `${family} kinds: ${names.join(", ")}`),
    `permissions: ${granted.join(", ")}`,
    `cache: ${cache.folder ?? "none"}${cache.fault === null ? "" : ` (${cache.fault})`}`,
    `certificates: ${certificates.fault ?? "in order"}`,
    `brain processes: ${brain.fault ?? "start"}`,
  ].map((line) => `${line}\n`).join("");
}
