/**
 * Test configs that are made from a template: one case, the same for every language that its brain is written in.
 * @module
 */

import { join } from "node:path";

/** The name of a case's template. Discovery passes it over: it ends in `template.toml`. */
export const TEMPLATE_NAME = "omw.test.template.toml";

/** The variants by name: the runtime kind, and what the brain's file may be called, the preferred name first. */
const variants: ReadonlyMap<string, readonly string[]> = new Map([
  ["js", ["brain.js", "brain.ts"]],
  ["rhai", ["brain.rhai"]],
  ["wasm", ["brain.wasm"]],
]);

/** The names of the variants. */
export const VARIANTS: readonly string[] = [...variants.keys()];

/** What fills a template's places. */
export interface TemplateValues {
  /** For `{{RUNTIME}}`: the runtime kind. */
  runtime: string;
  /** For `{{SCRIPT}}`: the brain's file, relative to the config. */
  script: string;
}

/**
 * A template with its places filled, behind a line that says where it comes from.
 * @throws {Error} when a place has another name, or `{{RUNTIME}}` or `{{SCRIPT}}` has none: the message says which
 */
export function expandTemplate(template: string, { runtime, script }: TemplateValues): string {
  const values = new Map([["RUNTIME", runtime], ["SCRIPT", script]]);
  const filled = new Set<string>();
  const text = template.replaceAll(/\{\{\s*([^{}\n]*?)\s*\}\}/g, (place, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${place} is no place of a template; there are {{RUNTIME}} and {{SCRIPT}}`);
    filled.add(name);
    return value;
  });
  for (const name of values.keys()) {
    if (!filled.has(name)) {
      throw new Error(`{{${name}}} does not occur, so every variant would be the same; write it where it belongs`);
    }
  }
  return `# Generated from ../${TEMPLATE_NAME}; edit that, then regenerate this.\n\n${text}`;
}

/** A test config that a template makes. */
export interface GeneratedConfig {
  /** Where it belongs: `<case>/<variant>/omw.test.toml`. */
  path: string;
  /** Its text. */
  text: string;
}

/**
 * The test config of one variant of a case.
 * @param folder the case's folder, which holds the template and a folder for each variant
 * @throws {Error} when the variant is unknown, has no brain, or the template is missing or wrong; the message names the file
 */
export async function generateTestConfig(folder: string, variant: string): Promise<GeneratedConfig> {
  const names = variants.get(variant);
  if (names === undefined) throw new Error(`${JSON.stringify(variant)} is no variant; there are ${VARIANTS.join(", ")}`);
  const script = await firstExisting(join(folder, variant), names);
  if (script === undefined) {
    throw new Error(`${join(folder, variant)} holds no ${names.join(" or ")}; a config is generated only where there is a brain`);
  }
  const source = join(folder, TEMPLATE_NAME);
  let template: string;
  try {
    template = await Deno.readTextFile(source);
  } catch (cause) {
    throw new Error(`cannot read the template ${source}`, { cause });
  }
  try {
    return { path: join(folder, variant, "omw.test.toml"), text: expandTemplate(template, { runtime: variant, script }) };
  } catch (cause) {
    throw new Error(source, { cause });
  }
}

async function firstExisting(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    try {
      if ((await Deno.stat(join(folder, name))).isFile) return name;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) throw error;
    }
  }
  return undefined;
}
