/**
 * The kinds of provider that ship with omw.
 * @module
 */

import { mockProvider } from "./mock.ts";
import { openAiProvider } from "./openai.ts";
import type { ProviderFactory } from "./provider.ts";

/** The factories of the kinds `openai` and `mock`, to be registered. */
export function builtinProviders(): ProviderFactory[] {
  return [openAiProvider, mockProvider];
}
