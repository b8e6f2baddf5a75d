/**
 * What the real back ends of a deployment say of themselves, as far as they can be asked.
 * @module
 */

import type { Json, ResourceContent, ResourceInfo, Tool, Tooling } from "../protocol/mod.ts";
import { errorChain } from "../host/mod.ts";
import type { Builder } from "../engine/mod.ts";
import { isTomlValue, type TomlValue } from "./toml_text.ts";

/** How long one back end may take in all, in ms: the first start of a tool server may download it. */
const BACK_END_MS = 180_000;

/** More resources than this are not read: a starter config is for people, and each one is a request. */
const MAX_READ = 64;

/** A content of more characters than this is left out. */
const MAX_CONTENT = 64 * 1024;

/** How many resources of a server are read at once. */
const READERS = 4;

/** How the back ends are asked. */
export interface AskOptions {
  /** Builds them. */
  build: Builder;
  /** Whether resources are listed and read. */
  resources: boolean;
  /** Hears, as one line each, what could not be had. */
  warn(message: string): void;
}

/** The models of `[providers.<name>]`; none when it cannot be asked. */
export async function modelsOf(name: string, { build, warn }: AskOptions): Promise<string[]> {
  const where = `providers.${name}`;
  try {
    const provider = build.provider(name);
    try {
      return await provider.listModels(AbortSignal.timeout(BACK_END_MS));
    } finally {
      await provider.close?.();
    }
  } catch (error) {
    warn(`${where}: no models could be had, so the double offers none: ${errorChain(error)}`);
    return [];
  }
}

/** The keys of a double of `[tooling.<name>]`, filled as far as the server can be asked. */
export async function toolingOf(name: string, options: AskOptions): Promise<Record<string, TomlValue>> {
  const where = `tooling.${name}`;
  const double: Record<string, TomlValue> = { tools: [], initial_resource_list: [], initial_resource_contents: {} };
  let tooling: Tooling;
  try {
    tooling = options.build.tooling(name);
  } catch (error) {
    options.warn(`${where}: the server cannot be asked, so its double is empty: ${errorChain(error)}`);
    return double;
  }
  const signal = AbortSignal.timeout(BACK_END_MS);
  const ask = async <T>(what: string, question: Promise<T>): Promise<T | undefined> => {
    try {
      return await question;
    } catch (error) {
      options.warn(`${where}: ${what} could not be had, so the double has none: ${errorChain(error)}`);
      return undefined;
    }
  };
  try {
    const tools = await ask("tools", tooling.listTools(signal));
    // Without tools the server was most likely not reached at all; asking on would only wait again.
    if (tools === undefined) return double;
    double["tools"] = tools.map(toolEntry);
    const listed = options.resources ? await ask("resources", tooling.listResources(signal)) : undefined;
    if (listed === undefined) return double;
    double["initial_resource_list"] = listed.map(resourceEntry);
    double["initial_resource_contents"] = await contentsOf(
      tooling,
      listed,
      signal,
      (message) => options.warn(`${where}: ${message}`),
    );
    return double;
  } finally {
    await ask("a clean end", tooling.close());
  }
}

async function contentsOf(
  tooling: Tooling,
  listed: readonly ResourceInfo[],
  signal: AbortSignal,
  warn: (message: string) => void,
): Promise<Record<string, TomlValue>> {
  if (listed.length > MAX_READ) warn(`of ${listed.length} resources only the first ${MAX_READ} were read`);
  const uris = listed.slice(0, MAX_READ).map(({ uri }) => uri);
  const contents = new Map<string, TomlValue>();
  const waiting = uris.values();
  const reader = async () => {
    for (const uri of waiting) {
      try {
        const content = contentEntry(await tooling.readResource(uri, signal));
        if (JSON.stringify(content).length <= MAX_CONTENT) contents.set(uri, content);
        else warn(`the resource ${uri} is longer than ${MAX_CONTENT} characters and was left out`);
      } catch (error) {
        warn(`the resource ${uri} could not be read: ${errorChain(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return Object.fromEntries(uris.flatMap((uri) => contents.has(uri) ? [[uri, contents.get(uri)!]] : []));
}

function contentEntry(contents: readonly ResourceContent[]): TomlValue {
  const [first, ...more] = contents;
  return first !== undefined && more.length === 0 ? first.content : contents.map(({ content }) => content);
}

function toolEntry({ name, description, input_schema }: Tool): TomlValue {
  return { name, ...description !== undefined && { description }, input_schema: schemaEntry(input_schema) };
}

/** A schema as a table where TOML can hold it, else as its JSON text: the double takes either. */
function schemaEntry(text: string): TomlValue {
  let schema: Json;
  try {
    schema = JSON.parse(text);
  } catch {
    return text;
  }
  return isTomlValue(schema) && typeof schema === "object" ? schema : text;
}

function resourceEntry({ uri, name, description, mime_type }: ResourceInfo): TomlValue {
  return { uri, name, ...description !== undefined && { description }, ...mime_type !== undefined && { mime_type } };
}
