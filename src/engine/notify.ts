/**
 * Telling the service manager how the host does: systemd's protocol of sd_notify(3), with its watchdog.
 *
 * The host process itself sends, since messages of a short-lived child may come from a process that is gone when they are looked at.
 * @module
 */

import { reason } from "../config/errors.ts";
import { getLogger } from "../protocol/log.ts";
import { MAX_TIMER_MS } from "../pure/max_timer.ts";
import { Libc } from "./libc.ts";
import { UnixDatagram } from "./unix_datagram.ts";

/** How often and after how many ms a message is sent again while the manager's queue is full; in all some two seconds. */
const RETRIES = 40;
const RETRY_MS = 50;

/** The longest status text, in UTF-16 units: one line of `systemctl status`. */
const MAX_STATUS_CHARS = 500;

/** Reads an environment variable. */
export type ReadEnv = (name: string) => string | undefined;

/** The line to the service manager that started this process. */
export class ServiceNotifier {
  readonly #libc: Libc;
  readonly #socket: UnixDatagram;
  readonly #watchdogMs: number | undefined;
  readonly #log = getLogger(["omw", "engine"]);
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #warned = false;
  #closed = false;

  private constructor(libc: Libc, socket: UnixDatagram, watchdogMs: number | undefined) {
    this.#libc = libc;
    this.#socket = socket;
    this.#watchdogMs = watchdogMs;
  }

  /**
   * The line that `NOTIFY_SOCKET` names; `undefined` when there is none, as outside of systemd. Needs the FFI permission, so it is to
   * be opened before that is given back (when secrets are loaded).
   * @throws {Error} when there is one and it cannot be used: a unit that waits for `READY=1` would be killed later anyway
   */
  static open(env: ReadEnv): ServiceNotifier | undefined {
    const address = env("NOTIFY_SOCKET");
    if (!address) return undefined;
    let libc: Libc | undefined;
    try {
      libc = new Libc();
      return new ServiceNotifier(libc, new UnixDatagram(libc, address), watchdogInterval(env));
    } catch (error) {
      libc?.close();
      throw new Error(`NOTIFY_SOCKET cannot be used: ${reason(error)}; unset it, or allow FFI`, { cause: error });
    }
  }

  /** How often the watchdog is pinged, in ms: half of what the manager allows; `undefined` when it does not watch this process. */
  get watchdogMs(): number | undefined {
    return this.#watchdogMs;
  }

  /** Start-up, or a reload, is complete. Answers whether the manager was told, as the others do; none of them ever rejects. */
  ready(): Promise<boolean> {
    return this.#send("READY=1");
  }

  /** The configuration is being read again; `ready` ends it. The time is the monotonic clock's, which `Type=notify-reload` demands. */
  reloading(): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false);
    return this.#send(`RELOADING=1\nMONOTONIC_USEC=${this.#libc.monotonicMicros()}`);
  }

  /** Shutdown begins. */
  stopping(): Promise<boolean> {
    return this.#send("STOPPING=1");
  }

  /** One line for people, as `systemctl status` shows it. Line ends in it become spaces. */
  status(text: string): Promise<boolean> {
    return this.#send(`STATUS=${text.slice(0, MAX_STATUS_CHARS).replace(/\s+/g, " ").trim()}`);
  }

  /**
   * Pings the watchdog from now on, if the manager has one. The pings come from the event loop, so they stop while it is blocked, and
   * they are left out while `progressing` says no.
   */
  startWatchdog(progressing: () => boolean = () => true): void {
    if (this.#watchdogMs === undefined || this.#closed) return;
    clearTimeout(this.#watchdog);
    // A missed ping is not made up for: the next one says the same.
    if (progressing()) void this.#send("WATCHDOG=1", 0);
    this.#watchdog = setTimeout(() => this.startWatchdog(progressing), this.#watchdogMs);
    Deno.unrefTimer(this.#watchdog);
  }

  /** Stops the watchdog's pings and closes the socket; a second call does nothing. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#watchdog);
    this.#socket.close();
    this.#libc.close();
  }

  async #send(state: string, retries = RETRIES): Promise<boolean> {
    const bytes = new TextEncoder().encode(state);
    try {
      for (let attempt = 0; !this.#closed; attempt++) {
        if (this.#socket.send(bytes)) return true;
        if (attempt >= retries) throw new Error("its queue is full");
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    } catch (error) {
      // Once: a manager that is gone would be complained about at each ping.
      if (!this.#warned) this.#log.warn("the service manager cannot be told", { state: state.split("=")[0], error });
      this.#warned = true;
    }
    return false;
  }
}

/** Half of `WATCHDOG_USEC` in ms, if it is meant for this process (sd_watchdog_enabled(3)). */
function watchdogInterval(env: ReadEnv): number | undefined {
  const text = env("WATCHDOG_USEC") ?? "";
  const pid = env("WATCHDOG_PID");
  if (!/^[1-9]\d{0,15}$/.test(text) || (pid && pid !== String(Deno.pid))) return undefined;
  return Math.min(Math.max(Number(text) / 2000, 1), MAX_TIMER_MS);
}
