/**
 * Providers: the chat services that agents talk to.
 * @module
 */

export { mockProvider } from "./mock.ts";
export { openAiProvider } from "./openai.ts";
export type { ProviderArgs, ProviderFactory } from "./provider.ts";
