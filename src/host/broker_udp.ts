/**
 * The datagrams of a component.
 * @module
 */

import dgram from "node:dgram";
import { isIP } from "node:net";
import { MAX_BLOCK_BYTES, type WasiAddress, type WasiCalls, type WasiInterest, type WasiResults } from "../protocol/mod.ts";
import { WasiFault } from "./broker_faults.ts";
import { type Waitable, wake } from "./broker_poll.ts";
import type { Opened, OpenTable } from "./broker_table.ts";
import { type AddressCheck, readAddress } from "./broker_tcp.ts";

/** How many datagrams that the guest has not taken are kept; the next ones are lost, as datagrams may be. */
const MAX_KEPT = 256;

/** The largest datagram in bytes (RFC 768 over IPv4). */
const MAX_DATAGRAM = 65_507;

interface Datagram {
  readonly bytes: Uint8Array;
  readonly from: WasiAddress;
}

/** A bound socket. */
class Datagrams implements Opened, Waitable {
  readonly wakers: Set<() => void> = new Set();
  readonly #socket: dgram.Socket;
  #kept: Datagram[] = [];
  #fault: unknown;
  #isClosed = false;

  constructor(socket: dgram.Socket) {
    this.#socket = socket;
    socket.on("error", (error) => {
      this.#fault = error;
      wake(this);
    });
    socket.on("message", (bytes, from) => {
      if (this.#kept.length < MAX_KEPT) this.#kept.push({ bytes, from: { ip: from.address, port: from.port } });
      wake(this);
    });
  }

  static async bind({ ip, port }: WasiAddress): Promise<Datagrams> {
    const made = new Datagrams(dgram.createSocket(isIP(ip) === 4 ? "udp4" : "udp6"));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    made.#socket.once("error", reject);
    made.#socket.bind({ address: ip, port, exclusive: true }, resolve);
    try {
      await promise;
    } catch (error) {
      made.close();
      throw error;
    }
    return made;
  }

  get address(): WasiAddress {
    const { address, port } = this.#socket.address();
    return { ip: address, port };
  }

  isReady(interest: WasiInterest): boolean {
    return interest === "write" || this.#kept.length > 0 || this.#fault !== undefined;
  }

  begin(): void {}

  async send(bytes: Uint8Array, { ip, port }: WasiAddress): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#socket.send(bytes, port, ip, (error) => error ? reject(error) : resolve());
    await promise;
  }

  /** What arrived, at most so many, and so many bytes as a block holds. */
  take(most: number): Datagram[] {
    const fault = this.#fault;
    this.#fault = undefined;
    if (fault !== undefined) throw fault;
    let bytes = 0;
    let count = 0;
    for (const each of this.#kept) {
      bytes += each.bytes.length;
      if (count === most || bytes > MAX_BLOCK_BYTES) break;
      count++;
    }
    return this.#kept.splice(0, count);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      this.#socket.close();
    } catch {
      // It was never bound.
    }
  }
}

/** The calls; each may throw a `WasiFault` or the system's error. */
export class BrokerUdp {
  readonly #table: OpenTable;
  readonly #mayBind: AddressCheck;
  readonly #maySend: AddressCheck;

  /** The sockets of a run. */
  constructor(table: OpenTable, mayBind: AddressCheck, maySend: AddressCheck) {
    this.#table = table;
    this.#mayBind = mayBind;
    this.#maySend = maySend;
  }

  /** See `WasiCalls`. */
  async bind(address: WasiCalls["bind_datagrams"], signal: AbortSignal): Promise<WasiResults["bind_datagrams"]> {
    const plain = readAddress(address);
    if (!await this.#mayBind(plain, signal)) throw new WasiFault("access-denied");
    this.#table.reserve("socket");
    const socket = await Datagrams.bind(plain);
    return { h: this.#table.add(socket, "socket"), ...socket.address };
  }

  /** See `WasiCalls`. */
  async send({ h, ...address }: WasiCalls["send_datagram"], bytes: Uint8Array, signal: AbortSignal): Promise<null> {
    const socket = this.#table.get(h, Datagrams, "invalid-state");
    if (bytes.length > MAX_DATAGRAM) throw new WasiFault("datagram-too-large");
    const plain = readAddress(address);
    if (plain.port === 0) throw new WasiFault("invalid-argument");
    if (!await this.#maySend(plain, signal)) throw new WasiFault("access-denied");
    await socket.send(bytes, plain);
    return null;
  }

  /** See `WasiCalls`; also answers the bytes. Datagrams from hosts that are not allowed are dropped. */
  async receive(
    { h, most }: WasiCalls["receive_datagrams"],
    signal: AbortSignal,
  ): Promise<{ heads: WasiResults["receive_datagrams"]; block: Uint8Array }> {
    const taken: Datagram[] = [];
    for (const each of this.#table.get(h, Datagrams, "invalid-state").take(most)) {
      if (await this.#maySend(each.from, signal)) taken.push(each);
    }
    const block = new Uint8Array(taken.reduce((sum, { bytes }) => sum + bytes.length, 0));
    let at = 0;
    for (const { bytes } of taken) {
      block.set(bytes, at);
      at += bytes.length;
    }
    return { heads: taken.map(({ bytes, from }) => ({ ...from, bytes: bytes.length })), block };
  }
}
