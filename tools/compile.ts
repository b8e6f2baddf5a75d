/**
 * `compile.sh`: the release tarballs of every variant and architecture that is asked for.
 * @module
 */

import { join } from "node:path";
import { faultLine } from "../src/cli/fault.ts";
import { releaseName } from "../src/engine/variant.ts";
import { bundle } from "./bundle.ts";
import { packageFolder } from "./package_folder.ts";
import { compileProgram, type Toolchain } from "./program.ts";
import { type BuildRequest, readRequest } from "./request.ts";
import { writeChecksums, writeTarball } from "./tarball.ts";
import { gatherSources } from "./sources.ts";
import { checkProgram } from "./smoke.ts";

/**
 * Builds and says on standard error what it is at.
 * @throws when any step fails; tarballs that are complete stay, none is half-written
 */
async function build(request: BuildRequest): Promise<void> {
  const { deno, denort, epoch } = request;
  const toolchain: Toolchain = { deno, denort, epoch };
  const work = await Deno.makeTempDir({ prefix: "omw-compile-" });
  try {
    await Deno.mkdir(request.output, { recursive: true });
    say("gathering sources and packages");
    const sources = join(work, "sources");
    await gatherSources(sources, deno);
    for (const variant of request.variants) {
      say(`bundling ${variant}`);
      const bundled = await bundle({ variant, folder: join(work, variant), sources });
      for (const arch of request.archs) {
        const name = releaseName(variant, arch);
        say(`compiling ${name}`);
        const program = join(work, name);
        await compileProgram({ bundle: bundled, arch, output: program, toolchain });
        if (arch === Deno.build.arch) await checkProgram(program, variant, deno);
        const folder = join(work, `${name}.d`);
        await packageFolder({ folder, name, program, bundle: bundled, request });
        say(`packing ${name}.tar.gz`);
        await writeTarball(folder, join(request.output, `${name}.tar.gz`), epoch);
        await Deno.copyFile(join(folder, "omw.spdx.json"), join(request.output, `${name}.spdx.json`));
      }
    }
    await writeChecksums(request.output);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

function say(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`compile.sh: ${text}\n`));
}

if (import.meta.main) {
  try {
    await build(await readRequest(Deno.args, Deno.env.toObject()));
  } catch (error) {
    say(faultLine(error));
    Deno.exit(1);
  }
}
