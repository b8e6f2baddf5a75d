/**
 * A small brain behind a real endpoint, for tests of the endpoint alone.
 * @module
 */

import { defaultTunables } from "../../src/config/mod.ts";
import { EndpointDesk, type EndpointOwner } from "../../src/host/endpoint_desk.ts";
import type { ChatDelta, EndpointMessage, EndpointSessionEnd, Event } from "../../src/protocol/mod.ts";
import { openaiEndpoint } from "../../src/endpoint/openai.ts";

/** A brain that answers by a function. */
export class ServedBrain implements EndpointOwner {
  /** Every event, with its handle. */
  readonly events: { id: string; event: Event }[] = [];
  /** The sessions whose end was told. */
  readonly ended = new Set<string>();
  /** How many requests were answered. */
  answered = 0;
  /** Whether a run is alive. */
  running = true;
  /** Whether the inbox is full. */
  full = false;
  readonly name: string;
  readonly #desk: EndpointDesk;
  readonly #answer: (message: EndpointMessage, brain: ServedBrain) => void;

  constructor(name: string, desk: EndpointDesk, answer: (message: EndpointMessage, brain: ServedBrain) => void = () => {}) {
    this.name = name;
    this.#desk = desk;
    this.#answer = answer;
  }

  offer(id: string, event: Event): boolean {
    if (this.full) return false;
    this.deliver(id, event);
    return true;
  }

  deliver(id: string, event: Event): void {
    this.events.push({ id, event });
    // A brain is another process: it never answers within the call that brings the request.
    if (event.kind === "endpoint-message") setTimeout(() => this.#take(event.payload), 0);
  }

  withdraw(): boolean {
    return false;
  }

  sessionEnded(session: string): void {
    this.ended.add(session);
  }

  alive(): boolean {
    return this.running;
  }

  #take(message: EndpointMessage): void {
    if (this.ended.has(message.session)) return;
    this.#answer(message, this);
    this.answered++;
  }

  /** Sends deltas; what is left out of one is empty. */
  send(session: string, ...deltas: Partial<ChatDelta>[]): void {
    for (const delta of deltas) this.#desk.push(this, session, { tool_calls: [], ...delta });
  }

  /** The requests so far. */
  get requests(): EndpointMessage[] {
    return this.events.flatMap(({ event }) => event.kind === "endpoint-message" ? [event.payload] : []);
  }

  /** The ends of sessions so far. */
  get ends(): EndpointSessionEnd[] {
    return this.events.flatMap(({ event }) => event.kind === "endpoint-session-end" ? [event.payload] : []);
  }
}

/** A desk with the documented bounds and its warnings. */
export function testDesk(
  options: { sessionBuffer?: number; sessionIdleSecs?: number } = {},
): { desk: EndpointDesk; warnings: string[] } {
  const warnings: string[] = [];
  const desk = new EndpointDesk({
    sessionBuffer: 8192,
    sessionIdleSecs: 60,
    warn: (message) => warnings.push(message),
    ...options,
  });
  return { desk, warnings };
}

/** What a test of the server has at hand. */
export interface Served {
  /** The desk. */
  desk: EndpointDesk;
  /** The brain behind the model `m`. */
  brain: ServedBrain;
  /** The server's root, such as `http://127.0.0.1:4711`. */
  url: string;
  /** The port. */
  port: number;
  /** What the desk and the server warned about. */
  warnings: string[];
}

/** Serves a brain as the model `m` on a free port for as long as `test` runs. */
export async function served(
  answer: (message: EndpointMessage, brain: ServedBrain) => void,
  test: (served: Served) => Promise<void>,
  params: Record<string, unknown> = {},
): Promise<void> {
  const { desk, warnings } = testDesk();
  const brain = new ServedBrain("alice", desk, answer);
  desk.subscribe(brain, "11111111-1111-4111-8111-111111111111", "m", 1);
  const endpoint = openaiEndpoint.build({
    params: { kind: "openai", listen: "127.0.0.1:0", ...params },
    where: "endpoint",
    tunables: defaultTunables(),
    warn: (message) => warnings.push(message),
  });
  const { address = "" } = await endpoint.start(desk);
  try {
    await test({ desk, brain, url: `http://${address}`, port: Number(address.slice(address.lastIndexOf(":") + 1)), warnings });
  } finally {
    desk.close("the test is over");
    await endpoint.stop();
  }
}

/** Waits until `met` holds, for at most five seconds. */
export async function until(met: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!met()) {
    if (performance.now() > deadline) throw new Error(`not met in time: ${met}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
