/**
 * What went wrong with a service, in one line that a brain can show.
 * @module
 */

/** So many characters of a service's own text an error shows. Enough for every real message, too little to flood a log. */
const MAX_SHOWN = 2048;

// deno-lint-ignore no-control-regex -- control characters are what must not reach a terminal
const UNPRINTABLE = /[\s\u0000-\u001f\u007f-\u009f]+/g;

/** `text` in one line: runs of white space and control characters become a space, and what is too long is cut. */
export function clip(text: string): string {
  const head = text.slice(0, MAX_SHOWN * 2).replace(UNPRINTABLE, " ").trim();
  return head.length > MAX_SHOWN || text.length > MAX_SHOWN * 2 ? `${head.slice(0, MAX_SHOWN)}…` : head;
}

/** The body of an error response for a message; an HTML page (a proxy's, a login's) is named instead of shown. */
export function describeBody(body: string): string {
  const title = /^\s*(?:<!doctype html|<html)/i.test(body)
    ? /<title[^>]{0,200}>([^<]{0,200})/i.exec(body.slice(0, MAX_SHOWN * 2))
    : undefined;
  if (title === undefined) return clip(body) || "(empty body)";
  const named = title === null ? "" : ` ${JSON.stringify(clip(title[1] ?? ""))}`;
  return `(an HTML page${named}; is base_url right, or is a proxy in the way?)`;
}

/** The kinds of failed connection that are told apart, and how each shows in the texts that Deno gives. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/connection refused/i, "connection refused; is the service running there?"],
  [/dns error|failed to lookup|name or service not known/i, "the host name was not found"],
  [/reset|closed before|broken pipe|unexpected eof|reading a body/i, "the service closed the connection"],
  [/timed out|timeout/i, "the connection timed out"],
  [/unreachable/i, "the network or host is unreachable"],
];

/** Here the details decide: an unknown issuer, a wrong name, an expired certificate, a service that speaks plain HTTP. */
const TLS_SIGN = /certificate|tls|ssl|corrupt message|handshake/i;

/** Causes are followed so far; a chain of errors could be a ring. */
const MAX_CAUSES = 8;

/**
 * Why a connection failed. Of the library's own text only what follows the URL is used: the URL can hold a key, and a host's name
 * could look like a kind of failure.
 */
export function describeTransport(error: unknown): string {
  const texts: string[] = [];
  let link = error;
  while (link instanceof Error && texts.length < MAX_CAUSES) {
    texts.push(link.message);
    link = link.cause;
  }
  const detail = afterUrl(texts.join(": "));
  if (TLS_SIGN.test(detail)) return `no TLS connection could be made: ${detail}`;
  return SIGNS.find(([sign]) => sign.test(detail))?.[1] ?? (detail || "unknown reason");
}

/** What follows the last URL of a text, or the text when there is none. */
function afterUrl(text: string): string {
  return clip(text.replace(/^.*https?:\/\/[^\s)]+\)?(?: \([^)]*\))?:? ?/is, ""));
}

/** A URL as errors show it: without user, password, query and fragment, any of which can hold a key. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + (pathname === "/" ? "" : pathname);
}
