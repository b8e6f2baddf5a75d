/**
 * The sources of the program and the npm packages of the lock file, side by side in one folder. The bundler orders what it writes by
 * the paths of what it reads: only when all of them begin alike are two builds in different places the same.
 * @module
 */

import { dirname, join } from "node:path";
import { projectRoot } from "./project.ts";
import { runTool } from "./run_tool.ts";

/**
 * Makes the folder: `main.ts`, `src`, `tools/variants`, `node_modules`.
 * @throws {Error} when Deno cannot install the packages, with what it said
 */
export async function gatherSources(folder: string, deno: string): Promise<void> {
  for (const file of ["main.ts", "deno.lock", ...listTree("src"), ...listTree("tools/variants")]) {
    await Deno.mkdir(dirname(join(folder, file)), { recursive: true });
    await Deno.copyFile(join(projectRoot, file), join(folder, file));
  }
  const { imports } = JSON.parse(await Deno.readTextFile(join(projectRoot, "deno.json")));
  await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify({ nodeModulesDir: "auto", imports }));
  // The bundler looks for packages where Node.js does.
  await runTool(deno, ["install", "--frozen", "--quiet"], { cwd: folder });
}

/** The files of a folder of the project and of those in it, without tests; relative to the project. */
export function listTree(folder: string): string[] {
  return [...Deno.readDirSync(join(projectRoot, folder))].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return listTree(path);
    return name.endsWith("_test.ts") ? [] : [path];
  });
}
