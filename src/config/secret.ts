/**
 * Values that must not leak: API keys, tokens, environments of tool servers (design §8).
 * @module
 */

import { ConfigError, reason } from "./errors.ts";
import { SecretArena, type SecretSlot } from "./secret_arena.ts";
import { type MemoryLock, openMemoryLock } from "./libc.ts";

/** What stands for a secret wherever one is printed. */
export const REDACTED = "<redacted>";

/**
 * A secret text. It lives as bytes in locked memory and prints as `<redacted>` everywhere: in strings, JSON, `console.log` and the
 * inspectors of Deno and Node. A string of it exists only while the config is parsed and after `reveal()`; JavaScript cannot
 * wipe those.
 */
export class Secret {
  readonly #slot: SecretSlot;
  #disposed = false;

  /** Takes over `slot`, which holds the text as UTF-8. Made by `SecretKeeper.keep`. */
  constructor(slot: SecretSlot) {
    this.#slot = slot;
  }

  /**
   * The text. Keep the string only as long as a header or an environment is being built.
   * @throws {TypeError} after `dispose`
   */
  reveal(): string {
    if (this.#disposed) throw new TypeError("Cannot reveal a secret that was wiped");
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.#slot.bytes);
  }

  /** True when the text is empty. */
  get isEmpty(): boolean {
    return this.#slot.bytes.byteLength === 0;
  }

  /** Wipes the text and unlocks its memory once no other secret is in it. Repeating it does nothing. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#slot.release();
  }

  /** Same as `dispose`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** `<redacted>`. */
  toString(): string {
    return REDACTED;
  }

  /** `<redacted>`. */
  toJSON(): string {
    return REDACTED;
  }

  /** `<redacted>`, for `Deno.inspect`. */
  [Symbol.for("Deno.customInspect")](): string {
    return REDACTED;
  }

  /** `<redacted>`, for `node:util`. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return REDACTED;
  }
}

/** What to do when memory cannot be locked. */
export interface SecretPolicy {
  /** Go on with secrets that may be swapped out (`tunables.allow_unlocked_secrets`). */
  allowUnlocked: boolean;
  /** Hears once, as one line, that secrets are not locked. */
  warn(message: string): void;
}

/** Makes secrets. Fail-closed: without a policy that allows it, a secret that cannot be locked is refused. */
export class SecretKeeper {
  readonly #open: () => MemoryLock;
  // Wipes what a failed parse left behind without an owner.
  readonly #forgotten = new FinalizationRegistry<SecretSlot>((slot) => slot.release());
  #policy: SecretPolicy = { allowUnlocked: false, warn: () => {} };
  #warned = false;
  #arena: SecretArena | undefined;

  /** `open` makes the lock; it is called at the first secret that is not empty, so a config without secrets needs no FFI. */
  constructor(open: () => MemoryLock = openMemoryLock) {
    this.#open = open;
  }

  /** Sets what happens from now on when memory cannot be locked. */
  setPolicy(policy: SecretPolicy): void {
    this.#policy = policy;
    this.#warned = false;
  }

  /**
   * Stores `text` in locked memory. An empty text needs none.
   * @throws {ConfigError} when it cannot be locked and the policy does not allow that
   */
  keep(text: string): Secret {
    const bytes = new TextEncoder().encode(text);
    const slot = this.#store(bytes);
    bytes.fill(0);
    const secret = new Secret(slot);
    this.#forgotten.register(secret, slot);
    return secret;
  }

  #store(bytes: Uint8Array): SecretSlot {
    if (bytes.byteLength === 0) return { bytes, release: () => {} };
    try {
      this.#arena ??= new SecretArena(this.#open());
      return this.#arena.store(bytes);
    } catch (error) {
      if (!this.#policy.allowUnlocked) {
        const wayOut = "raise the limit, or set tunables.allow_unlocked_secrets = true to accept that secrets may be swapped out";
        throw new ConfigError(`mlock failed for secret (check RLIMIT_MEMLOCK): ${reason(error)}; ${wayOut}`, { cause: error });
      }
      if (!this.#warned) this.#policy.warn(`mlock failed for secret, continuing unlocked: ${reason(error)}`);
      this.#warned = true;
      const copy = bytes.slice();
      return { bytes: copy, release: () => copy.fill(0) };
    }
  }
}

/** The keeper of this process, which `secretString` uses. The engine sets its policy once the tunables are known. */
export const secretKeeper: SecretKeeper = new SecretKeeper();
