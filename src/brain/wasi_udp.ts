/**
 * The UDP part of `wasi:sockets`.
 * @module
 */

import type { WasiAddress } from "../protocol/wasi.ts";
import type { WasiHold, WasiHost } from "./wasi_host.ts";
import type { WasiIo } from "./wasi_io.ts";
import type { SocketAddress, WasiSocketParts } from "./wasi_sockets.ts";

/** Runs inside (see `component_bridge.ts`). A failed call throws the error code, a plain text, which the glue takes for an `err`. */
export function wasiUdp(io: WasiIo, host: WasiHost, shared: WasiSocketParts): Record<string, Record<string, unknown>> {
  const { told, heard, defaults, positive } = shared;
  // How many datagrams one call of a guest may send.
  const MOST_SENT = 64n;

  /** Whether two addresses are one; an IPv6 address can be written in many ways. */
  function isSame(a: WasiAddress, b: WasiAddress): boolean {
    return told(heard(a)).ip === told(heard(b)).ip && a.port === b.port;
  }

  class IncomingDatagramStream {
    readonly #hold: WasiHold;
    readonly #peer: WasiAddress | undefined;

    constructor(hold: WasiHold, peer: WasiAddress | undefined) {
      this.#hold = hold.share();
      this.#peer = peer;
    }

    receive(most: bigint): { data: Uint8Array; remoteAddress: SocketAddress }[] {
      const { v: heads, bytes } = host.askBytes("receive_datagrams", {
        h: this.#hold.h,
        most: Number(most > 1024n ? 1024n : most),
      });
      let at = 0;
      const all = heads.map(({ ip, port, bytes: length }) => ({ from: { ip, port }, data: bytes.slice(at, at += length) }));
      const peer = this.#peer;
      return all.filter(({ from }) => peer === undefined || isSame(peer, from))
        .map(({ from, data }) => ({ data, remoteAddress: heard(from) }));
    }

    subscribe(): object {
      return io.pollable({ on: [this.#hold.h, "read"] });
    }

    [Symbol.dispose](): void {
      this.#hold.drop();
    }
  }

  class OutgoingDatagramStream {
    readonly #hold: WasiHold;
    readonly #peer: WasiAddress | undefined;

    constructor(hold: WasiHold, peer: WasiAddress | undefined) {
      this.#hold = hold.share();
      this.#peer = peer;
    }

    checkSend(): bigint {
      return MOST_SENT;
    }

    /** How many were sent; it fails only when the first one does. */
    send(datagrams: { data: Uint8Array; remoteAddress?: SocketAddress }[]): bigint {
      let sent = 0n;
      for (const { data, remoteAddress } of datagrams) {
        const to = remoteAddress === undefined ? this.#peer : told(remoteAddress);
        try {
          if (to === undefined || this.#peer !== undefined && !isSame(to, this.#peer)) throw "invalid-argument";
          host.ask("send_datagram", { h: this.#hold.h, ...to }, data);
        } catch (code) {
          if (sent > 0n) return sent;
          throw code;
        }
        sent++;
      }
      return sent;
    }

    subscribe(): object {
      return io.pollable({ ready: () => true });
    }

    [Symbol.dispose](): void {
      this.#hold.drop();
    }
  }

  class UdpSocket {
    readonly #family: "ipv4" | "ipv6";
    readonly #options = { ...defaults };
    #hold: WasiHold | undefined;
    #local: WasiAddress | undefined;
    #peer: WasiAddress | undefined;
    #isBound = false;

    constructor(family: "ipv4" | "ipv6") {
      this.#family = family;
    }

    startBind(_network: object, address: SocketAddress): void {
      if (this.#hold !== undefined) throw "invalid-state";
      if (address.tag !== this.#family) throw "invalid-argument";
      const { h, ip, port } = host.ask("bind_datagrams", told(address));
      this.#hold = host.hold(h);
      this.#local = { ip, port };
    }

    finishBind(): void {
      if (this.#hold === undefined || this.#isBound) throw "not-in-progress";
      this.#isBound = true;
    }

    stream(remote: SocketAddress | undefined): [IncomingDatagramStream, OutgoingDatagramStream] {
      if (this.#hold === undefined || !this.#isBound) throw "invalid-state";
      if (remote !== undefined && remote.tag !== this.#family) throw "invalid-argument";
      this.#peer = remote === undefined ? undefined : told(remote);
      return [new IncomingDatagramStream(this.#hold, this.#peer), new OutgoingDatagramStream(this.#hold, this.#peer)];
    }

    localAddress(): SocketAddress {
      if (this.#local === undefined) throw "invalid-state";
      return heard(this.#local);
    }

    remoteAddress(): SocketAddress {
      if (this.#peer === undefined) throw "invalid-state";
      return heard(this.#peer);
    }

    addressFamily(): "ipv4" | "ipv6" {
      return this.#family;
    }

    unicastHopLimit(): number {
      return this.#options.hops;
    }

    setUnicastHopLimit(value: number): void {
      this.#options.hops = positive(value);
    }

    receiveBufferSize(): bigint {
      return this.#options.receive;
    }

    setReceiveBufferSize(value: bigint): void {
      this.#options.receive = positive(value);
    }

    sendBufferSize(): bigint {
      return this.#options.send;
    }

    setSendBufferSize(value: bigint): void {
      this.#options.send = positive(value);
    }

    subscribe(): object {
      return io.pollable({ ready: () => true });
    }

    [Symbol.dispose](): void {
      this.#hold?.drop();
    }
  }

  return {
    "wasi:sockets/udp": { UdpSocket, IncomingDatagramStream, OutgoingDatagramStream },
    "wasi:sockets/udp-create-socket": { createUdpSocket: (family: "ipv4" | "ipv6") => new UdpSocket(family) },
  };
}
