/**
 * The cases of this folder: each has a template, and a folder for every language that its brain is written in.
 * @module
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type GeneratedConfig, generateTestConfig, TEMPLATE_NAME, VARIANTS } from "../src/testing/template.ts";

/** This folder. */
export const examples: string = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

/** The names of the cases, in order. */
export function caseNames(): string[] {
  return [...Deno.readDirSync(examples)].map(({ name }) => name).filter((name) => exists(join(examples, name, TEMPLATE_NAME)))
    .sort();
}

/** The config of every variant of every case, as its template makes it. @throws {Error} when a case has no brain in some language */
export async function generatedConfigs(): Promise<GeneratedConfig[]> {
  const all = caseNames().flatMap((name) => VARIANTS.map((variant) => generateTestConfig(join(examples, name), variant)));
  return await Promise.all(all);
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
