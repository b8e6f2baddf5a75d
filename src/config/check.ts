/**
 * Checks the generic part of a config: agents, names, kinds, memory, tunables.
 *
 * Schemas are loaded when something has to be held against one: they take as long to load as all the rest of a start (measured), and
 * what is plainly right needs none.
 * @module
 */

import { ConfigError, keyPath, typeName } from "./errors.ts";
import { EnvText, inlineValue, isEnvMade } from "./env_value.ts";
import { didYouMean } from "./nearest.ts";
import { emptyTable, isTable, type Table } from "./plain_tree.ts";
import { AGENT_KEYS, type AgentConfig, type Config, type ImplConfig, SECTIONS } from "./schema.ts";
import { defaultTunables, type Tunables } from "./tunables.ts";

/** A checked config and what to tell the user about it. */
export interface CheckedConfig {
  /** The config. */
  config: Config;
  /** One line each. */
  warnings: string[];
}

/**
 * Makes a config from a parsed document with the environment laid over it.
 * @throws {ConfigError} with the config path of the fault
 */
export async function checkConfig(document: Table): Promise<CheckedConfig> {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  warnUnknownSections(document, warn);
  const config: Config = {
    agents: await agentsOf(document["agents"], warn),
    providers: entriesOf(document, "providers"),
    tooling: entriesOf(document, "tooling"),
    runtime: entriesOf(document, "runtime"),
    memory: await memoryOf(document),
    tunables: await tunablesOf(tableOf(document["tunables"], "tunables"), warn),
  };
  if (document["endpoint"] !== undefined && document["endpoint"] !== null) {
    config.endpoint = implOf(document["endpoint"], "endpoint");
  }
  if (document["assertions"] !== undefined) config.assertions = await plain(document["assertions"]);
  checkNames(config);
  warnForgottenMemory(config, warn);
  return { config, warnings };
}

function warnUnknownSections(document: Table, warn: (message: string) => void): void {
  const known = new Set<string>(SECTIONS);
  for (const key of Object.keys(document)) {
    if (!known.has(key)) warn(`${keyPath("", key)}: unknown key, ignored${didYouMean(key, known)}`);
  }
}

/** `value` as a table: none when it is absent, the spelt one when it is the text of a variable. */
function tableOf(value: unknown, where: string): Table {
  const table = spelt(value) ?? emptyTable();
  if (isTable(table)) return table;
  throw new ConfigError(
    `${where}: expected a table, found ${value instanceof EnvText ? `the text of ${value.variable}` : typeName(table)}`,
  );
}

/** The array or table that a variable's text spells; anything else as it is. */
function spelt(value: unknown): unknown {
  if (!(value instanceof EnvText)) return value;
  const inline = inlineValue(value.reveal());
  return typeof inline === "object" && inline !== null ? inline : value;
}

function entriesOf(document: Table, section: "providers" | "tooling" | "runtime"): Map<string, ImplConfig> {
  const entries = new Map<string, ImplConfig>();
  for (const [name, value] of Object.entries(tableOf(document[section], section))) {
    entries.set(name, implOf(value, keyPath(section, name)));
  }
  return entries;
}

function implOf(value: unknown, where: string): ImplConfig {
  const table = tableOf(value, where);
  const kind = table["kind"] instanceof EnvText ? table["kind"].reveal() : table["kind"];
  if (typeof kind === "string" && kind !== "") return Object.assign(table, { kind });
  const found = kind === undefined ? "missing" : kind === "" ? "empty" : `found ${typeName(kind)}`;
  const close = kind === undefined ? didYouMean("kind", Object.keys(table)).replace("did you mean", "is it the key") : "";
  throw new ConfigError(`${where}.kind: ${found}; expected the name of an implementation, such as kind = "openai"${close}`);
}

async function tunablesOf(table: Table, warn: (message: string) => void): Promise<Tunables> {
  if (Object.keys(table).length === 0) return defaultTunables();
  const [{ parseParams }, { tunablesSchema }] = await Promise.all([
    import(import.meta.resolve("./params.ts")) as Promise<typeof import("./params.ts")>,
    import(import.meta.resolve("./tunables_schema.ts")) as Promise<typeof import("./tunables_schema.ts")>,
  ]);
  return parseParams(tunablesSchema, table, "tunables", warn);
}

/** `value` without the marks of environment variables. */
async function plain(value: unknown): Promise<unknown> {
  if (!holdsMark(value)) return value;
  return (await import(import.meta.resolve("./params.ts")) as typeof import("./params.ts")).plainParams(value);
}

function holdsMark(value: unknown): boolean {
  if (isEnvMade(value)) return true;
  if (Array.isArray(value)) return value.some(holdsMark);
  return isTable(value) && Object.values(value).some(holdsMark);
}

async function agentsOf(value: unknown, warn: (message: string) => void): Promise<AgentConfig[]> {
  const agents = spelt(value) ?? [];
  if (Array.isArray(agents)) {
    return await Promise.all(agents.map((agent, index) => agentOf(agent, keyPath("agents", index), warn)));
  }
  if (!isTable(agents)) {
    throw new ConfigError(
      `agents: expected [[agents]] or [agents.<name>], found ${agents instanceof EnvText ? "a text" : typeName(agents)}`,
    );
  }
  return await Promise.all(
    Object.entries(agents).map(async ([name, agent]) => {
      const where = keyPath("agents", name);
      const table = tableOf(agent, where);
      if (table["name"] !== undefined && await plain(table["name"]) !== name) {
        throw new ConfigError(`${where}.name: the agent is named by its table; leave the key out or rename the table`);
      }
      return await agentOf(Object.assign(emptyTable(), table, { name }), where, warn);
    }),
  );
}

async function agentOf(value: unknown, where: string, warn: (message: string) => void): Promise<AgentConfig> {
  if (isPlainAgent(value)) return { name: value.name, runtime: value.runtime, script: value.script };
  const name = isTable(value) ? value["name"] : undefined;
  const [{ parseParams }, { agentSchema }] = await Promise.all([
    import(import.meta.resolve("./params.ts")) as Promise<typeof import("./params.ts")>,
    import(import.meta.resolve("./agent_schema.ts")) as Promise<typeof import("./agent_schema.ts")>,
  ]);
  try {
    return parseParams(agentSchema, spelt(value), where, warn);
  } catch (error) {
    // A mistyped name in a variable makes a new agent, of which most is missing.
    if (!(error instanceof ConfigError) || !(name instanceof EnvText)) throw error;
    throw new ConfigError(
      `${error.message} (agent ${JSON.stringify(name.reveal())} is not in the file; ${name.variable} adds it)`,
    );
  }
}

/** Whether an agent has its keys, no others, and all of them right. */
function isPlainAgent(value: unknown): value is AgentConfig {
  return isTable(value) && Object.keys(value).length === AGENT_KEYS.length &&
    AGENT_KEYS.every((key) => typeof value[key] === "string" && value[key] !== "");
}

async function memoryOf(document: Table): Promise<Map<string, Map<string, string>>> {
  const memory = new Map<string, Map<string, string>>();
  for (const [agent, value] of Object.entries(tableOf(document["memory"], "memory"))) {
    const seeds = new Map<string, string>();
    for (const [key, seed] of Object.entries(tableOf(value, keyPath("memory", agent)))) {
      seeds.set(key, await seedText(seed));
    }
    memory.set(agent, seeds);
  }
  return memory;
}

async function seedText(seed: unknown): Promise<string> {
  if (seed instanceof EnvText) return seed.reveal();
  return typeof seed === "string" ? seed : sortedText(await plain(seed));
}

/**
 * JSON text with the keys in order, as all that a brain sees (design §8). Written key by key: in an object, keys like `"10"` would come
 * before all others. (`sortedJson` of the pure functions is for values that have been JSON; a seed may hold TOML's dates.)
 */
function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(",")}]`;
  if (!isTable(value)) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${sortedText(value[key])}`).join(",")}}`;
}

function checkNames(config: Config): void {
  const seen = new Map<string, number>();
  for (const [index, { name, runtime }] of config.agents.entries()) {
    const before = seen.get(name);
    if (before !== undefined) {
      throw new ConfigError(
        `agents[${index}].name: ${JSON.stringify(name)} is the name of agents[${before}] already; rename one of them`,
      );
    }
    seen.set(name, index);
    if (config.runtime.has(runtime)) continue;
    const known = [...config.runtime.keys()];
    const listed = known.length === 0 ? "none; add [runtime.<name>]" : known.map((key) => JSON.stringify(key)).join(", ");
    const fault = `agent ${JSON.stringify(name)} references unknown runtime ${JSON.stringify(runtime)}`;
    throw new ConfigError(`${fault} (configured: ${listed})${didYouMean(runtime, known)}`);
  }
}

function warnForgottenMemory({ agents, memory }: Config, warn: (message: string) => void): void {
  const names = new Set(agents.map(({ name }) => name));
  for (const agent of memory.keys()) {
    if (!names.has(agent)) warn(`${keyPath("memory", agent)}: no agent has this name${didYouMean(agent, names)}`);
  }
}
