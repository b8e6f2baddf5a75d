/**
 * The keys that clients must show.
 * @module
 */

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ApiError } from "./api_error.ts";

/**
 * The accepted keys. Only a keyed hash of each is held, with a hash key of this process alone; hashes are of one length, and every
 * one is compared, so the time that a comparison takes tells nothing about a key.
 */
export class ApiKeys {
  readonly #hashKey = randomBytes(32);
  readonly #hashes: readonly Uint8Array[];

  /** Without keys everybody may call. */
  constructor(keys: readonly string[]) {
    this.#hashes = keys.map((key) => this.#hash(key));
  }

  /**
   * Checks a request's `Authorization: Bearer …`.
   * @throws {ApiError} 401 when keys are wanted and the request shows none of them
   */
  check(headers: Headers): void {
    if (this.#hashes.length === 0) return;
    const shown = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
    if (shown === undefined) throw unauthorized("an API key is required: send it as Authorization: Bearer <key>", undefined);
    const hash = this.#hash(shown);
    let known = false;
    for (const each of this.#hashes) known = timingSafeEqual(each, hash) || known;
    if (!known) throw unauthorized("the API key is not known here", "invalid_api_key");
  }

  #hash(key: string): Uint8Array {
    return createHmac("sha256", this.#hashKey).update(key).digest();
  }
}

function unauthorized(message: string, code: string | undefined): ApiError {
  return new ApiError(401, message, { code, headers: { "www-authenticate": "Bearer" } });
}
