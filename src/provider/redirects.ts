/**
 * Redirects that do not carry secrets away.
 * @module
 */

/** So many redirects are followed, which is what the reference does. */
const MAX_REDIRECTS = 10;

/** The statuses that name another place for the same request. 303 names the answer's page, which no API means. */
const REDIRECTS = new Set([301, 302, 307, 308]);

/** The headers that another origin may see. `fetch` itself would hide `authorization` alone, and keys travel in many headers. */
const HARMLESS_HEADERS = ["accept", "content-type"];

/**
 * `fetch`, except that a redirect repeats the request as it is, method and body included (`fetch` turns a POST into a GET after 301
 * and 302), and that another origin gets no header that could be secret.
 * @throws {TypeError} as `fetch`, or after too many redirects, or when one leads nowhere
 */
export async function fetchFollowing(url: URL, init: RequestInit): Promise<Response> {
  let place = url;
  let headers = new Headers(init.headers);
  for (let count = 0; count <= MAX_REDIRECTS; count++) {
    const response = await fetch(place, { ...init, headers, redirect: "manual" });
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel();
    const next = URL.parse(location, place);
    if (next === null || !/^https?:$/.test(next.protocol)) {
      throw new TypeError("the service redirects to something that is no URL");
    }
    if (next.origin !== place.origin) headers = harmless(headers);
    place = next;
  }
  throw new TypeError(`the service redirects more than ${MAX_REDIRECTS} times`);
}

function harmless(headers: Headers): Headers {
  const kept = new Headers();
  for (const name of HARMLESS_HEADERS) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}
