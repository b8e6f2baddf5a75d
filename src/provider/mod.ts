/**
 * Providers: the chat services that agents talk to.
 * @module
 */

export { builtinProviders } from "./builtin.ts";
export type { ProviderArgs, ProviderFactory } from "./provider.ts";
