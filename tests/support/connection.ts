/**
 * One TCP connection of a scripted server, in a form that a script can wait on.
 * @module
 */

import type { Socket } from "node:net";

/** Reads and writes bytes; nothing throws for a client that is gone. */
export class Connection {
  readonly #socket: Socket;
  #received: Uint8Array[] = [];
  #isOver = false;
  #wake: () => void = () => {};

  /** Takes over `socket`. */
  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes: Uint8Array) => {
      this.#received.push(bytes);
      this.#wake();
    });
    // A reset reaches a server as an error, which without a listener would end the process.
    for (const event of ["error", "end", "close"]) socket.on(event, () => this.#end());
  }

  /** The client has closed its side. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The next bytes; undefined once the client has closed its side. */
  async read(): Promise<Uint8Array | undefined> {
    while (this.#received.length === 0 && !this.#isOver) await new Promise<void>((resolve) => this.#wake = resolve);
    return this.#received.shift();
  }

  /** Sends bytes; resolves when they are handed to the system or the client is gone. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#socket.destroyed) return;
    await new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve()));
  }

  /** Closes the connection in the proper way. */
  close(): void {
    this.#socket.end();
    // A client that keeps its side open must not keep the server.
    this.#socket.destroySoon();
  }

  /** Closes the connection with a TCP reset. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  #end(): void {
    this.#isOver = true;
    this.#wake();
  }
}
