/**
 * The params that all runtime kinds share: the memory cap and the WASI sandbox (facts §3.6).
 * @module
 */

import { z } from "zod";
import { secretString } from "../config/secret_string.ts";
import { DEFAULT_MEMORY_MB } from "./defaults.ts";

const grant = (text: string) => z.boolean().default(false).describe(text);

const preopen = z.object({
  host_path: z.string().describe("The folder on this machine."),
  guest_path: z.string().describe("Its path inside the component."),
  perms: z.enum(["read_only", "read_write"]).default("read_only").describe("What the component may do in it."),
});

/** The seed's end: it is a number of 128 bits. */
const SEED_END = 2n ** 128n;

const host = z.string().describe("A host name, an address or a network such as 10.0.0.0/8; with :port if one port is meant.");

/** The keys of every runtime entry. */
export const sandboxKeys = {
  max_memory_mb: z.int().min(64).max(65_536).default(DEFAULT_MEMORY_MB)
    .describe("The memory cap of a brain process in MB: script heap, buffers and component memory together."),
  inherit_stdio: grant("Log what the component writes to its standard output and error; it has no input of its own."),
  inherit_stdin: grant("Accepted for compatibility, without effect: a brain process's input carries the host's frames."),
  inherit_stdout: grant("Log what the component writes to its standard output."),
  inherit_stderr: grant("Log what the component writes to its standard error."),
  inherit_env: grant("Give the component the host's environment, without OMW__ variables and NOTIFY_SOCKET."),
  env: z.record(z.string(), secretString()).default({}).describe("The component's environment variables."),
  inherit_args: grant("Give the component the host's own arguments."),
  args: z.array(z.string()).default([]).describe("The component's arguments."),
  initial_cwd: z.string().optional().describe("The component's working folder, inside its preopens."),
  preopens: z.array(preopen).default([]).describe("Folders that the component may open."),
  allow_blocking_current_thread: grant("Accepted for compatibility, without effect: a brain always has a process of its own."),
  insecure_random_seed: z.union([
    z.int().min(0),
    z.string().regex(/^\d{1,39}$/).refine((text) => BigInt(text) < SEED_END, "wanted a number below 2^128"),
  ]).optional()
    .describe("The seed of the component's insecure random numbers, below 2^128; as a string beyond 2^53."),
  max_random_size: z.int().min(0).optional().describe("The most random bytes that one call may ask for."),
  allow_tcp: grant("Let the component connect and accept over TCP, and send HTTP requests, to the hosts of allow_hosts."),
  allow_udp: grant("Let the component send and receive UDP datagrams, to and from the hosts of allow_hosts."),
  allow_ip_name_lookup: grant("Let the component look up any host name."),
  inherit_network: grant("All three network grants at once, for every host unless allow_hosts names some."),
  allow_hosts: z.array(host).default([]).describe("The hosts that the component may talk to."),
};

/** The params of a `wasm` entry. */
export const sandboxParams = z.object(sandboxKeys);

/** The params of a `js` or `rhai` entry. */
export const scriptParams = z.object({
  interpreter: z.string().min(1).optional()
    .describe("The path of an interpreter component to run the script on, in place of the built-in engine."),
  ...sandboxKeys,
});

/** The params of a `js` entry. */
export const jsParams = scriptParams.extend({
  api: z.enum(["0.1.3", "0.1.10"]).default("0.1.3").describe(
    "Which release's shapes scripts find where releases conflict: 0.1.3 as documented; 0.1.10 with camelCase keys, parsed JSON and a list of contents for a resource.",
  ),
});

/** The checked params of every runtime kind. */
export type SandboxParams = z.output<typeof sandboxParams>;

/** The keys that open something to components: the rhai interpreter that omw brings has no function that would use them. */
const OPENING = [
  "initial_cwd",
  "preopens",
  "allow_tcp",
  "allow_udp",
  "allow_ip_name_lookup",
  "inherit_network",
  "allow_hosts",
] as const;

/** Warns about grants that serve nothing, so that nobody waits for a file that never comes. */
export function warnUnused(params: SandboxParams, where: string, warn: (message: string) => void): void {
  for (const key of OPENING) {
    const value = params[key];
    if (value === undefined || value === false || Array.isArray(value) && value.length === 0) continue;
    warn(
      `${where}.${key}: unused: scripts on omw's own rhai interpreter have no functions for files and network; name an interpreter`,
    );
  }
}
