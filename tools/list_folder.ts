/**
 * The files of a folder.
 * @module
 */

import { join } from "node:path";
import { projectRoot } from "./project.ts";

/** The files in a folder of the project, without those of folders in it; relative to the project, sorted. */
export async function listFolder(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isFile } of Deno.readDir(join(projectRoot, folder))) {
    if (isFile) files.push(`${folder}/${name}`);
  }
  return files.sort();
}
