/**
 * The TCP connections of a component.
 * @module
 */

import type { WasiAddress, WasiCalls, WasiConnection, WasiInterest, WasiResults } from "../protocol/mod.ts";
import { WasiFault } from "./broker_faults.ts";
import { plainAddress } from "./broker_hosts.ts";
import { type Waitable, wake } from "./broker_poll.ts";
import { ByteInput, ByteOutput } from "./broker_streams.ts";
import type { Opened, OpenTable } from "./broker_table.ts";

/** Whether an address may be used; tells the log when not. */
export type AddressCheck = (address: WasiAddress, signal: AbortSignal) => Promise<boolean>;

/** A connection with its ends' numbers. */
class Connection implements Opened {
  readonly ends: WasiConnection;
  readonly #conn: Deno.TcpConn;
  readonly #table: OpenTable;
  readonly output: ByteOutput;

  /** @throws {WasiFault} when there is no room for its ends */
  constructor(conn: Deno.TcpConn, table: OpenTable) {
    this.#conn = conn;
    this.#table = table;
    const input = new ByteInput((into) => conn.read(into));
    this.output = new ByteOutput((bytes) => writeAll(conn, bytes), () => conn.closeWrite());
    try {
      this.ends = {
        input: table.add(input, "part"),
        output: table.add(this.output, "part"),
        local: addressOf(conn.localAddr),
        remote: addressOf(conn.remoteAddr),
      };
    } catch (error) {
      closeQuietly(conn);
      throw error;
    }
  }

  close(): void {
    this.#table.close(this.ends.input);
    this.#table.close(this.ends.output);
    closeQuietly(this.#conn);
  }
}

/** A connection that may still be coming about. */
class Attempt implements Opened, Waitable {
  readonly wakers: Set<() => void> = new Set();
  readonly #cancel = new AbortController();
  #connection: Connection | undefined;
  #fault: unknown;

  constructor(open: (signal: AbortSignal) => Promise<Connection>) {
    open(this.#cancel.signal).then((connection) => {
      this.#connection = connection;
      if (this.#cancel.signal.aborted) connection.close();
      wake(this);
    }, (error) => {
      this.#fault = error;
      wake(this);
    });
  }

  get connection(): Connection | undefined {
    if (this.#fault !== undefined) throw this.#fault;
    return this.#connection;
  }

  isReady(_interest: WasiInterest): boolean {
    return this.#connection !== undefined || this.#fault !== undefined;
  }

  begin(): void {}

  close(): void {
    this.#cancel.abort();
    this.#connection?.close();
  }
}

/** An address where connections are accepted. */
class Listener implements Opened, Waitable {
  readonly wakers: Set<() => void> = new Set();
  readonly address: WasiAddress;
  readonly #listener: Deno.TcpListener;
  #accepted: Deno.TcpConn | undefined;
  #fault: unknown;
  #isAccepting = false;
  #isClosed = false;

  constructor(listener: Deno.TcpListener) {
    this.#listener = listener;
    this.address = addressOf(listener.addr);
  }

  isReady(_interest: WasiInterest): boolean {
    return this.#accepted !== undefined || this.#fault !== undefined;
  }

  begin(): void {
    if (this.#isAccepting || this.#isClosed || this.isReady("accept")) return;
    this.#isAccepting = true;
    this.#listener.accept().then((conn) => {
      this.#isAccepting = false;
      if (this.#isClosed) closeQuietly(conn);
      else this.#accepted = conn;
      wake(this);
    }, (error) => {
      this.#isAccepting = false;
      this.#fault = error;
      wake(this);
    });
  }

  take(): Deno.TcpConn {
    const fault = this.#fault;
    this.#fault = undefined;
    if (fault !== undefined) throw fault;
    const conn = this.#accepted;
    this.#accepted = undefined;
    if (conn !== undefined) return conn;
    this.begin();
    throw new WasiFault("would-block");
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#accepted !== undefined) closeQuietly(this.#accepted);
    closeQuietly(this.#listener);
  }
}

/** The calls; each may throw a `WasiFault` or the system's error. */
export class BrokerTcp {
  readonly #table: OpenTable;
  readonly #mayConnect: AddressCheck;
  readonly #mayListen: AddressCheck;

  /** The connections of a run. */
  constructor(table: OpenTable, mayConnect: AddressCheck, mayListen: AddressCheck) {
    this.#table = table;
    this.#mayConnect = mayConnect;
    this.#mayListen = mayListen;
  }

  /** See `WasiCalls`. */
  async connect(address: WasiCalls["connect"], signal: AbortSignal): Promise<number> {
    const { ip, port } = readAddress(address);
    if (port === 0) throw new WasiFault("invalid-argument");
    if (!await this.#mayConnect({ ip, port }, signal)) throw new WasiFault("access-denied");
    this.#table.reserve("socket");
    const attempt = new Attempt(async (cancel) => {
      return new Connection(await Deno.connect({ hostname: ip, port, signal: cancel }), this.#table);
    });
    return this.#table.add(attempt, "socket");
  }

  /** See `WasiCalls`. */
  connected({ h }: WasiCalls["connected"]): WasiConnection {
    const { connection } = this.#table.get(h, Attempt, "invalid-state");
    if (connection === undefined) throw new WasiFault("would-block");
    return connection.ends;
  }

  /** See `WasiCalls`. */
  async listen(address: WasiCalls["listen"], signal: AbortSignal): Promise<WasiResults["listen"]> {
    const { ip, port } = readAddress(address);
    if (!await this.#mayListen({ ip, port }, signal)) throw new WasiFault("access-denied");
    this.#table.reserve("socket");
    const listener = new Listener(Deno.listen({ hostname: ip, port }));
    return { h: this.#table.add(listener, "socket"), ...listener.address };
  }

  /** See `WasiCalls`. */
  accept({ h }: WasiCalls["accept"]): WasiResults["accept"] {
    const listener = this.#table.get(h, Listener, "invalid-state");
    this.#table.reserve("socket");
    const connection = new Connection(listener.take(), this.#table);
    return { h: this.#table.add(connection, "socket"), ...connection.ends };
  }
}

/**
 * An address as the checks compare it.
 * @throws {WasiFault} when it is none
 */
export function readAddress({ ip, port }: WasiAddress): WasiAddress {
  const plain = plainAddress(ip);
  if (plain === undefined || port > 65_535) throw new WasiFault("invalid-argument");
  return { ip: plain, port };
}

function addressOf(address: Deno.Addr): WasiAddress {
  const { hostname, port } = address as Deno.NetAddr;
  return { ip: hostname, port };
}

async function writeAll(conn: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
}

function closeQuietly(open: { close(): void }): void {
  try {
    open.close();
  } catch {
    // It is closed already.
  }
}
