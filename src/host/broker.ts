/**
 * The broker (design §4.2): serves what a component may do beyond the contract, files, sockets, names, HTTP and waiting, for one run. It is
 * the one place where the grants are applied; the component's process has no permission at all.
 * @module
 */

import type { WasiAddress, WasiCalls, WasiOp, WasiReply, WasiResults } from "../protocol/mod.ts";
import { fileCode, socketCode, WasiFault } from "./broker_faults.ts";
import { BrokerFiles, type Preopen } from "./broker_files.ts";
import { type HostRule, HostRules } from "./broker_hosts.ts";
import { BrokerHttp } from "./broker_http.ts";
import { BrokerNames } from "./broker_names.ts";
import { type Waitable, waitForAny } from "./broker_poll.ts";
import { type Refusal, Refusals } from "./broker_refusals.ts";
import { ByteInput, ByteOutput, flushing } from "./broker_streams.ts";
import { OpenTable } from "./broker_table.ts";
import { BrokerTcp } from "./broker_tcp.ts";
import { BrokerUdp } from "./broker_udp.ts";
import { errorChain } from "./errors.ts";
import type { Logger } from "../protocol/log.ts";

/** What a component may do. Everything that is not granted is refused. */
export interface Grants {
  /** The folders that it may open. */
  readonly preopens: readonly Preopen[];
  /** Whether it may connect and accept over TCP, to hosts that are allowed; HTTP too. */
  readonly tcp: boolean;
  /** Whether it may send and receive datagrams, to and from hosts that are allowed. */
  readonly udp: boolean;
  /** Whether it may look up any name. */
  readonly names: boolean;
  /** The hosts that it may talk to; absent: all. */
  readonly hosts?: readonly HostRule[];
}

/** What a call came to, and the bytes that go with it. */
export interface BrokerReply {
  /** The result or the code. */
  reply: WasiReply;
  /** The bytes. */
  block?: Uint8Array;
}

/** What a call runs in. */
interface CallScope {
  readonly block: Uint8Array;
  readonly signal: AbortSignal;
}

type Handlers = {
  [Op in WasiOp]: (
    args: WasiCalls[Op],
    scope: CallScope,
  ) => WasiResults[Op] | WithBlock<WasiResults[Op]> | Promise<WasiResults[Op] | WithBlock<WasiResults[Op]>>;
};

/** A result with bytes. */
class WithBlock<T> {
  constructor(readonly value: T, readonly block: Uint8Array) {}
}

/** Calls whose failures are told by the codes of `wasi:sockets`; all others use those of `wasi:filesystem`. */
const networkCalls: ReadonlySet<WasiOp> = new Set<WasiOp>([
  "connect",
  "connected",
  "listen",
  "accept",
  "end_output",
  "bind_datagrams",
  "send_datagram",
  "receive_datagrams",
  "look_up",
  "read_stream",
  "write_stream",
  "room",
  "send_request",
  "finish_request",
  "answer",
  "poll",
]);

/** What fails because the run is to end. */
const ABORTED = "connection-aborted";

const NO_BYTES = new Uint8Array(0);

/** See the module. */
export class Broker {
  readonly #table = new OpenTable();
  readonly #log: Logger;
  readonly #handlers: Handlers;

  /** A broker for one run, which tells `log` what it refuses. */
  constructor(grants: Grants, log: Logger) {
    this.#log = log;
    const refusals = new Refusals(log);
    const rules = new HostRules(grants.hosts);
    const names = new BrokerNames(rules, grants.names);
    const check = (isGranted: boolean, kind: Refusal) => async (address: WasiAddress, signal: AbortSignal) => {
      if (isGranted && await names.allowsAddress(address.ip, address.port, signal)) return true;
      refusals.tell(kind, addressText(address), !rules.allowsAll);
      return false;
    };
    const tcp = new BrokerTcp(this.#table, check(grants.tcp, "connect"), check(grants.tcp, "listen"));
    const udp = new BrokerUdp(this.#table, check(grants.udp, "datagrams"), check(grants.udp, "datagram"));
    const http = new BrokerHttp(this.#table, async (host, port, signal) => {
      const allowed = grants.tcp ? await names.allowedAddresses(host, port, signal) : [];
      if (allowed.length === 0) refusals.tell("request", `${host}:${port}`, !rules.allowsAll);
      return allowed;
    });
    const files = new BrokerFiles(grants.preopens, this.#table, (path) => refusals.tell("write", path));
    this.#handlers = {
      preopens: () => files.preopens(),
      open: (args) => files.open(args),
      read_file: async (args) => {
        const { isEnd, block } = await files.readFile(args);
        return new WithBlock(isEnd, block);
      },
      write_file: (args, { block }) => files.writeFile(args, block),
      stat: (args) => files.stat(args),
      stat_at: (args) => files.statAt(args),
      set_size: (args) => files.setSize(args),
      set_times: (args) => files.setTimes(args),
      set_times_at: (args) => files.setTimesAt(args),
      sync: (args) => files.sync(args),
      list: (args) => files.list(args),
      make_directory: (args) => files.makeDirectory(args),
      remove_directory: (args) => files.removeDirectory(args),
      unlink: (args) => files.unlink(args),
      rename: (args) => files.rename(args),
      link: (args) => files.link(args),
      read_link: (args) => files.readLink(args),
      connect: (args, { signal }) => tcp.connect(args, signal),
      connected: (args) => tcp.connected(args),
      listen: (args, { signal }) => tcp.listen(args, signal),
      accept: (args) => tcp.accept(args),
      end_output: ({ h }) => {
        this.#output(h).end();
        return null;
      },
      bind_datagrams: (args, { signal }) => udp.bind(args, signal),
      send_datagram: (args, { block, signal }) => udp.send(args, block, signal),
      receive_datagrams: async (args, { signal }) => {
        const { heads, block } = await udp.receive(args, signal);
        if (heads.length === 0 && signal.aborted) throw new WasiFault(ABORTED);
        return new WithBlock(heads, block);
      },
      look_up: async ({ name }, { signal }) => {
        if (!grants.names) {
          refusals.tell("lookup", name);
          throw new WasiFault("access-denied");
        }
        return [...await names.addresses(name, signal)];
      },
      read_stream: (args, { signal }) => this.#readStream(args, signal),
      write_stream: (args, { block, signal }) => this.#writeStream(args, block, signal),
      room: ({ h }, { signal }) => this.#room(h, signal),
      send_request: (args, { signal }) => http.send(args, signal),
      finish_request: (args) => http.finish(args),
      answer: (args) => http.answer(args),
      poll: ({ on, ms }, { signal }) => waitForAny(on.map(([h, what]) => [this.#waitable(h), what]), ms ?? null, signal),
    };
  }

  /**
   * Serves a call. Never rejects: what goes wrong is a code.
   * @param block the bytes that came with it
   * @param signal ends what waits
   */
  async call<Op extends WasiOp>(
    op: Op,
    args: WasiCalls[Op],
    block: Uint8Array | undefined,
    signal: AbortSignal,
  ): Promise<BrokerReply> {
    try {
      const result = await this.#handlers[op](args, { block: block ?? NO_BYTES, signal });
      if (result instanceof WithBlock) return { reply: { v: result.value }, block: result.block };
      return { reply: { v: result } };
    } catch (error) {
      const told = networkCalls.has(op) ? socketCode(error) : fileCode(error);
      // Who is told to wait would come back at once and for ever: waiting is over once the run is to end.
      const code = told !== "would-block" || !signal.aborted ? told : op === "answer" ? "connection-terminated" : ABORTED;
      if (!(error instanceof WasiFault)) this.#log.debug("a component's call failed", { op, code, error: errorChain(error) });
      return { reply: { e: code } };
    }
  }

  /** Something is needed no more. */
  release(h: number): void {
    this.#table.close(h);
  }

  /** The run is over: closes all that is open. */
  close(): void {
    this.#table.closeAll();
  }

  /** How much is open. */
  get open(): number {
    return this.#table.size;
  }

  async #readStream({ h, most, wait }: WasiCalls["read_stream"], signal: AbortSignal): Promise<WithBlock<boolean>> {
    const input = this.#table.get(h, ByteInput, "closed");
    if (wait) await waitForAny([[input, "read"]], null, signal);
    // Nothing may be waited for any more; what came already can still be taken, but not for an answer that would reach nobody.
    if (signal.aborted && (wait || !input.isReady("read"))) throw new WasiFault(ABORTED);
    const bytes = input.take(most);
    return new WithBlock(bytes === undefined, bytes ?? NO_BYTES);
  }

  async #writeStream({ h, wait }: WasiCalls["write_stream"], block: Uint8Array, signal: AbortSignal): Promise<null> {
    const output = this.#output(h);
    if (output.isEnded) throw new WasiFault("closed");
    if (wait) await waitForAny([[output, "write"]], null, signal);
    if (block.length > 0 && output.room === 0) throw new WasiFault("closed");
    // The caller's buffer is its own again when the call is answered, which may be before the bytes are out.
    output.write(block.slice());
    if (wait) await waitForAny([[flushing(output), "write"]], null, signal);
    output.check();
    return null;
  }

  #room(h: number, signal: AbortSignal): number {
    const output = this.#output(h);
    output.check();
    if (output.isEnded) throw new WasiFault("closed");
    if (output.room === 0 && signal.aborted) throw new WasiFault(ABORTED);
    return output.room;
  }

  #output(h: number): ByteOutput {
    return this.#table.get(h, ByteOutput, "closed");
  }

  #waitable(h: number): Waitable {
    const found = this.#table.find(h);
    if (found !== undefined && "isReady" in found && "wakers" in found) return found as unknown as Waitable;
    // What is closed keeps nobody waiting.
    return { wakers: new Set(), isReady: () => true, begin: () => {} };
  }
}

function addressText({ ip, port }: WasiAddress): string {
  return ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`;
}
