/**
 * Configuration: the file, the environment over it, secrets, tunables, and how the families read their params.
 * @module
 */

export { environmentTunables } from "./env_tunables.ts";
export { ConfigError, keyPath } from "./errors.ts";
export { configJsonSchema, configJsonSchemaText, type FamilySchemas } from "./json_schema.ts";
export type { MemoryLock } from "./libc.ts";
export { DEFAULT_CONFIG, loadConfig, type LoadedConfig, type LoadOptions } from "./load.ts";
export { didYouMean, nearest } from "./nearest.ts";
export { type ParamsSchema, parseParams, plainParams } from "./params.ts";
export {
  permissionFlags,
  type PermissionNeeds,
  type Permissions,
  type PermissionSubject,
  requiredPermissions,
} from "./permissions.ts";
export type { Table } from "./plain_tree.ts";
export { type Concealed, redactor } from "./redact.ts";
export { Registry } from "./registry.ts";
export { type PathBase, pathCandidates, resolvePath } from "./resolve_path.ts";
export type { AgentConfig, Config, ImplConfig } from "./schema.ts";
export { REDACTED, Secret, SecretKeeper, secretKeeper, type SecretPolicy } from "./secret.ts";
export { secretString } from "./secret_string.ts";
export type { SecretSlot } from "./secret_arena.ts";
export { defaultTunables, type Tunables } from "./tunables.ts";
