/**
 * Configuration: the file, the environment over it, secrets, tunables, and how the families read their params.
 * @module
 */

export { ConfigError, keyPath } from "./errors.ts";
export { didYouMean, nearest } from "./nearest.ts";
export { parseParams, plainParams } from "./params.ts";
export { Registry } from "./registry.ts";
export { REDACTED, Secret, SecretKeeper, secretKeeper, type SecretPolicy, secretString } from "./secret.ts";
export type { SecretSlot } from "./secret_arena.ts";

export { defaultTunables, type Tunables, tunablesSchema } from "./tunables.ts";
export type { MemoryLock } from "./libc.ts";
export type { Table } from "./plain_tree.ts";
