/**
 * The kinds of endpoint that ship with omw.
 * @module
 */

import type { EndpointFactory } from "./endpoint.ts";
import { mockEndpoint } from "./mock.ts";
import { openaiEndpoint } from "./openai.ts";

/** The factories of the kinds `openai` and `mock`, to be registered. */
export function builtinEndpoints(): EndpointFactory[] {
  return [openaiEndpoint, mockEndpoint];
}
