/**
 * Keeps secrets out of texts that come from outside: services and tool servers quote a key that they refuse.
 * @module
 */

import { REDACTED } from "./secret.ts";

/** What may hold a secret: the config's secrets, and other texts that must not be shown. */
export interface Concealed {
  /** The text. */
  reveal(): string;
}

/** A shorter secret is not looked for: it would blank out ordinary words (`env` values such as "1" and "true" are secrets too). */
const MIN_CHARS = 6;

/**
 * A function that replaces every occurrence of one of `secrets` in a text, such as a line of a server's stderr or the body of an
 * HTTP error that repeats the token. White space around a secret is no part of it: a header is sent without. The secrets are revealed
 * for each text alone, so that no string of them is kept.
 */
export function redactor(secrets: readonly Concealed[]): (text: string) => string {
  return (text) => {
    let clean = text;
    for (const secret of secrets) {
      const value = revealed(secret).trim();
      if (value.length >= MIN_CHARS) clean = clean.replaceAll(value, REDACTED);
    }
    return clean;
  };
}

/** The secret's text; empty when it was wiped already, as after a reload. */
function revealed(secret: Concealed): string {
  try {
    return secret.reveal();
  } catch {
    return "";
  }
}
