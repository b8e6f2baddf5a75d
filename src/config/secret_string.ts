/**
 * Secrets in the schemas of kinds.
 * @module
 */

import { z } from "zod";
import { reason } from "./errors.ts";
import { REDACTED, type Secret, secretKeeper } from "./secret.ts";

/**
 * A config value that is secret: text in, `Secret` out. Its JSON Schema is a string marked `writeOnly`. A value of another type is
 * refused without being shown.
 *
 * @internal Kinds of this program use it; its type is zod's, which the documented interface does not name.
 */
export function secretString(): z.ZodType<Secret, string> {
  return z.string({ error: "expected a string (it is a secret, so what was found is not shown)" })
    .transform((text, context) => {
      try {
        return secretKeeper.keep(text);
      } catch (error) {
        context.issues.push({ code: "custom", message: reason(error), input: REDACTED });
        return z.NEVER;
      }
    }).meta({ writeOnly: true });
}
