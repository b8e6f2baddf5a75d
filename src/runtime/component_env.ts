/**
 * The environment of components.
 * @module
 */

import type { Secret } from "../config/secret.ts";
import type { SandboxParams } from "./params.ts";

/** The environment that a component gets. Secrets become text here, for the start frame. */
export function componentEnv(params: SandboxParams): [string, string][] {
  const env = new Map<string, string>();
  if (params.inherit_env) {
    for (const [name, value] of Object.entries(Deno.env.toObject())) {
      if (!/^OMW(_TEST)?__/i.test(name) && name !== "NOTIFY_SOCKET") env.set(name, value);
    }
  }
  for (const [name, value] of Object.entries(params.env)) env.set(name, (value as Secret).reveal());
  return [...env];
}
