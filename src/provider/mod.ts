/**
 * Providers: the chat services that agents talk to.
 * @module
 */

export { builtinProviders } from "./builtin.ts";
export { foldDeltas, MAX_REPLY } from "./fold.ts";
export type { ProviderArgs, ProviderFactory } from "./provider.ts";
