/**
 * What `compile.sh` is asked to build.
 * @module
 */

import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { VariantName } from "../src/engine/variant.ts";

/** An architecture for which there is a compile runtime; the system is Linux. */
export type Arch = "x86_64" | "aarch64";

/** A variant that is released. */
export type ReleasedVariant = Exclude<VariantName, "source">;

/** Everything that a build depends on. */
export interface BuildRequest {
  /** Which variants. */
  variants: ReleasedVariant[];
  /** For which architectures. */
  archs: Arch[];
  /** The folder that takes the tarballs. */
  output: string;
  /** The Deno that compiles. */
  deno: string;
  /** The compile runtime; absent: Deno downloads it. */
  denort?: string;
  /** The time in every file, in seconds since 1970. */
  epoch: number;
}

const variants: readonly ReleasedVariant[] = ["default", "rhai", "js", "full"];
const archs: readonly Arch[] = ["x86_64", "aarch64"];

/** `e_machine` of an ELF header (ELF specification, "Machine architecture"). */
const machines: ReadonlyMap<number, Arch> = new Map([[62, "x86_64"], [183, "aarch64"]]);

/**
 * Reads a command line and an environment.
 * @throws {Error} that names the option, what was found and what was wanted
 */
export async function readRequest(args: readonly string[], env: Readonly<Record<string, string>>): Promise<BuildRequest> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      variant: { type: "string", multiple: true },
      arch: { type: "string", multiple: true },
      output: { type: "string" },
    },
  });
  const denort = env.DENORT_BIN || undefined;
  const wanted = chosen("--arch", values.arch, archs);
  const own = denort === undefined ? undefined : await archOf(denort);
  const foreign = own === undefined ? undefined : values.arch && wanted.find((arch) => arch !== own);
  if (foreign !== undefined) {
    throw new Error(`--arch ${foreign}: DENORT_BIN is a runtime for ${own}; name one for ${foreign}, or build it alone`);
  }
  return {
    variants: chosen("--variant", values.variant, variants),
    archs: own === undefined ? wanted : [own],
    output: resolve(values.output ?? "dist"),
    deno: env.DENO || "deno",
    denort,
    epoch: epochOf(env.SOURCE_DATE_EPOCH),
  };
}

/** The architecture of a program. @throws {Error} when it is no ELF file for one of `archs` */
async function archOf(path: string): Promise<Arch> {
  const header = new Uint8Array(20);
  try {
    using file = await Deno.open(path);
    await file.read(header);
  } catch (cause) {
    throw new Error(`DENORT_BIN: cannot read ${JSON.stringify(path)}`, { cause });
  }
  const isElf = new TextDecoder("latin1").decode(header.subarray(0, 4)) === "\x7fELF";
  const found = isElf ? machines.get(header[18]! + header[19]! * 256) : undefined;
  if (found === undefined) throw new Error(`DENORT_BIN: ${JSON.stringify(path)} is no Linux program for ${archs.join(" or ")}`);
  return found;
}

function chosen<Name extends string>(option: string, given: readonly string[] | undefined, known: readonly Name[]): Name[] {
  for (const name of given ?? []) {
    if (!known.includes(name as Name)) throw new Error(`${option} ${name}: there is no such one; wanted ${known.join(", ")}`);
  }
  return known.filter((name) => given === undefined || given.includes(name));
}

function epochOf(text: string | undefined): number {
  if (text === undefined || text === "") return 0;
  if (!/^\d{1,11}$/.test(text)) throw new Error(`SOURCE_DATE_EPOCH: found ${JSON.stringify(text)}, wanted seconds since 1970`);
  return Number(text);
}
