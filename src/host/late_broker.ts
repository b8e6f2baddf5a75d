/**
 * A broker that is loaded when it is asked for the first time: most components ask for nothing, and what the broker stands on, sockets,
 * HTTP and files of Node, takes 50 ms to load (measured), half of a short `omw run`.
 * @module
 */

import type { Logger } from "../protocol/log.ts";
import type { Broker, Grants } from "./broker.ts";

/** See the module; for all else see {@linkcode Broker}. */
export class LateBroker implements Pick<Broker, "call" | "release" | "close"> {
  readonly #grants: Grants;
  readonly #log: Logger;
  #loading: Promise<Broker> | undefined;
  #broker: Broker | undefined;
  #isClosed = false;

  /** A broker for one run, which tells `log` what it refuses. */
  constructor(grants: Grants, log: Logger) {
    this.#grants = grants;
    this.#log = log;
  }

  /** See {@linkcode Broker.call}. */
  readonly call: Broker["call"] = async (...args) => {
    return await (this.#broker ?? await (this.#loading ??= this.#load())).call(...args);
  };

  /** See {@linkcode Broker.release}. */
  release(h: number): void {
    // What was opened was opened by a broker that is there.
    this.#broker?.release(h);
  }

  /** See {@linkcode Broker.close}. */
  close(): void {
    this.#isClosed = true;
    this.#broker?.close();
  }

  async #load(): Promise<Broker> {
    const { Broker } = await import(import.meta.resolve("./broker.ts")) as typeof import("./broker.ts");
    this.#broker = new Broker(this.#grants, this.#log);
    if (this.#isClosed) this.#broker.close();
    return this.#broker;
  }
}
