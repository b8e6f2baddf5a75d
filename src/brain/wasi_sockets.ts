/**
 * `wasi:sockets`: TCP and name look-up; UDP is in `wasi_udp.ts`. The host connects, accepts and looks up, if it is granted.
 * @module
 */

import type { WasiAddress, WasiConnection } from "../protocol/wasi.ts";
import type { WasiHold, WasiHost } from "./wasi_host.ts";
import type { WasiIo, WasiReadiness } from "./wasi_io.ts";
import type { wasiUdp } from "./wasi_udp.ts";

/** An address as the glue has it. */
export type SocketAddress =
  | { tag: "ipv4"; val: { port: number; address: number[] } }
  | { tag: "ipv6"; val: { port: number; address: number[]; flowInfo: number; scopeId: number } };

/** The options that sockets of both kinds have. */
export interface SocketOptions {
  /** The hop limit. */
  hops: number;
  /** The size of the buffer for what comes, in bytes. */
  receive: bigint;
  /** The size of the buffer for what goes, in bytes. */
  send: bigint;
}

/** What the sockets have in common. */
export interface WasiSocketParts {
  /** An address for the host. */
  told(address: SocketAddress): WasiAddress;
  /** An address of the host's. */
  heard(address: WasiAddress): SocketAddress;
  /** What the options say until a guest sets them; they are kept and answered, the system's own defaults do the work. */
  defaults: SocketOptions;
  /** What an option is set to. @throws `invalid-argument` for zero, which is no value of any option */
  positive<T extends number | bigint>(value: T): T;
}

/** Runs inside (see `component_bridge.ts`). A failed call throws the error code, a plain text, which the glue takes for an `err`. */
export function wasiSockets(io: WasiIo, host: WasiHost, udp: typeof wasiUdp): Record<string, Record<string, unknown>> {
  /** The eight groups of an IPv6 address. */
  function groups(text: string): number[] {
    const [head = "", tail] = text.split("::");
    const read = (part: string) =>
      part === "" ? [] : part.split(":").flatMap((group) => {
        if (!group.includes(".")) return [parseInt(group, 16)];
        const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
        return [a * 256 + b, c * 256 + d];
      });
    const [first, last] = [read(head), read(tail ?? "")];
    return tail === undefined ? first : [...first, ...Array(Math.max(8 - first.length - last.length, 0)).fill(0), ...last];
  }

  function ipOf(text: string): { tag: "ipv4" | "ipv6"; val: number[] } {
    return text.includes(":") ? { tag: "ipv6", val: groups(text) } : { tag: "ipv4", val: text.split(".").map(Number) };
  }

  const shared: WasiSocketParts = {
    told({ tag, val: { address, port } }) {
      return { ip: tag === "ipv4" ? address.join(".") : address.map((group) => group.toString(16)).join(":"), port };
    },
    heard({ ip, port }) {
      const { tag, val: address } = ipOf(ip);
      return tag === "ipv4" ? { tag, val: { port, address } } : { tag, val: { port, address, flowInfo: 0, scopeId: 0 } };
    },
    defaults: { hops: 64, receive: 65_536n, send: 65_536n },
    positive(value) {
      if (value === 0 || value === 0n) throw "invalid-argument";
      return value;
    },
  };
  const { told, heard, defaults, positive } = shared;

  class Network {}

  class ResolveAddressStream {
    readonly #left: string[];

    constructor(found: string[]) {
      this.#left = found.reverse();
    }

    resolveNextAddress(): { tag: "ipv4" | "ipv6"; val: number[] } | undefined {
      const next = this.#left.pop();
      return next === undefined ? undefined : ipOf(next);
    }

    subscribe(): object {
      return io.pollable({ ready: () => true });
    }
  }

  function resolveAddresses(_network: Network, name: string): ResolveAddressStream {
    let found: string[];
    try {
      found = host.ask("look_up", { name });
    } catch (code) {
      throw code === "aborted" ? "temporary-resolver-failure" : code;
    }
    return new ResolveAddressStream(found);
  }

  type State = "unbound" | "bound" | "listening" | "connecting" | "connected" | "closed";

  class TcpSocket {
    readonly #family: "ipv4" | "ipv6";
    // Times are in ns.
    readonly #options = { ...defaults, keepAlive: false, idle: 7_200_000_000_000n, interval: 75_000_000_000n, count: 9 };
    #state: State = "unbound";
    #hold: WasiHold | undefined;
    #local: WasiAddress | undefined;
    #remote: WasiAddress | undefined;
    #output: number | undefined;

    constructor(family: "ipv4" | "ipv6") {
      this.#family = family;
    }

    startBind(_network: Network, address: SocketAddress): void {
      this.#need("unbound");
      if (address.tag !== this.#family) throw "invalid-argument";
      const { h, ip, port } = host.ask("listen", told(address));
      this.#hold = host.hold(h);
      this.#local = { ip, port };
    }

    finishBind(): void {
      if (this.#state !== "unbound" || this.#hold === undefined) throw "not-in-progress";
      this.#state = "bound";
    }

    startConnect(_network: Network, address: SocketAddress): void {
      // A bound socket would have to give its address up, which the host cannot do.
      if (this.#state === "bound") throw "not-supported";
      this.#need("unbound");
      if (address.tag !== this.#family) throw "invalid-argument";
      this.#hold = host.hold(host.ask("connect", told(address)));
      this.#state = "connecting";
    }

    finishConnect(): [object, object] {
      if (this.#state !== "connecting") throw "not-in-progress";
      let ends: WasiConnection;
      try {
        ends = host.ask("connected", { h: this.#hold!.h });
      } catch (code) {
        if (code !== "would-block") this.#state = "closed";
        throw code;
      }
      return this.#streams(ends);
    }

    startListen(): void {
      this.#need("bound");
    }

    finishListen(): void {
      if (this.#state !== "bound") throw "not-in-progress";
      this.#state = "listening";
    }

    accept(): [TcpSocket, object, object] {
      this.#need("listening");
      const { h, ...ends } = host.ask("accept", { h: this.#hold!.h });
      const made = new TcpSocket(this.#family);
      made.#hold = host.hold(h);
      return [made, ...made.#streams(ends)];
    }

    localAddress(): SocketAddress {
      if (this.#local === undefined) throw "invalid-state";
      return heard(this.#local);
    }

    remoteAddress(): SocketAddress {
      if (this.#remote === undefined) throw "invalid-state";
      return heard(this.#remote);
    }

    isListening(): boolean {
      return this.#state === "listening";
    }

    addressFamily(): "ipv4" | "ipv6" {
      return this.#family;
    }

    setListenBacklogSize(size: bigint): void {
      positive(size);
    }

    keepAliveEnabled(): boolean {
      return this.#options.keepAlive;
    }

    setKeepAliveEnabled(value: boolean): void {
      this.#options.keepAlive = value;
    }

    keepAliveIdleTime(): bigint {
      return this.#options.idle;
    }

    setKeepAliveIdleTime(value: bigint): void {
      this.#options.idle = positive(value);
    }

    keepAliveInterval(): bigint {
      return this.#options.interval;
    }

    setKeepAliveInterval(value: bigint): void {
      this.#options.interval = positive(value);
    }

    keepAliveCount(): number {
      return this.#options.count;
    }

    setKeepAliveCount(value: number): void {
      this.#options.count = positive(value);
    }

    hopLimit(): number {
      return this.#options.hops;
    }

    setHopLimit(value: number): void {
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
      // What is waited for depends on the state when it is waited, not on that when the pollable was made.
      const readiness: WasiReadiness = {
        ready: () => this.#state !== "connecting" && this.#state !== "listening",
        on: this.#hold === undefined ? undefined : [this.#hold.h, this.#state === "connecting" ? "connect" : "accept"],
      };
      return io.pollable(readiness);
    }

    shutdown(how: "receive" | "send" | "both"): void {
      this.#need("connected");
      if (how !== "receive" && this.#output !== undefined) host.ask("end_output", { h: this.#output });
    }

    [Symbol.dispose](): void {
      this.#hold?.drop();
      this.#state = "closed";
    }

    #need(state: State): void {
      if (this.#state !== state) throw "invalid-state";
    }

    #streams({ input, output, local, remote }: WasiConnection): [object, object] {
      this.#state = "connected";
      this.#local = local;
      this.#remote = remote;
      this.#output = output;
      return [
        io.input({
          domain: "network",
          read(most, wait) {
            const { v: isEnd, bytes } = host.askBytes("read_stream", { h: input, most, wait });
            return isEnd ? undefined : bytes;
          },
          readiness: { on: [input, "read"] },
        }),
        io.output({
          domain: "network",
          write: (bytes, wait) => void host.ask("write_stream", { h: output, wait }, bytes),
          room: () => host.ask("room", { h: output }),
          readiness: { on: [output, "write"] },
        }),
      ];
    }
  }

  return {
    "wasi:sockets/network": { Network, networkErrorCode: (error: object) => io.codeOf(error, "network") },
    "wasi:sockets/instance-network": { instanceNetwork: () => new Network() },
    "wasi:sockets/ip-name-lookup": { ResolveAddressStream, resolveAddresses },
    "wasi:sockets/tcp": { TcpSocket },
    "wasi:sockets/tcp-create-socket": { createTcpSocket: (family: "ipv4" | "ipv6") => new TcpSocket(family) },
    ...udp(io, host, shared),
  };
}
