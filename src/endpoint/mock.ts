/**
 * The endpoint kind `mock`: a scripted client without a socket, for tests (facts §10.5).
 * @module
 */

import { setTimeout as pause } from "node:timers/promises";
import { ConfigError, keyPath } from "../config/errors.ts";
import { parseParams } from "../config/params.ts";
import type { EndpointDesk, EndpointRequest } from "../host/endpoint_desk.ts";
import type { Session } from "../host/sessions.ts";
import { type Gate, GateSet } from "../pattern/mod.ts";
import type { TraceFeed } from "../protocol/mod.ts";
import { sortedJson } from "../pure/json.ts";
import type { Endpoint, EndpointArgs, EndpointFactory } from "./endpoint.ts";
import { isRole } from "./messages.ts";
import { type MockParams, mockParams, type MockRequest } from "./mock_params.ts";

/**
 * A scripted client. It plays its requests strictly one after another: each waits for its model's subscription, then for its gate, is
 * handed to whoever holds the model at that moment, and is over when the reply has ended. A reply's normal end is not told to the
 * brain: the next event it sees is the next request.
 */
export class MockEndpoint implements Endpoint {
  /** The kind. */
  readonly kind = "mock";
  readonly #requests: readonly { request: MockRequest; gate: Gate }[];
  readonly #pollMs: number;
  readonly #gates: GateSet;
  readonly #stopping = new AbortController();
  #playing: Promise<void> = Promise.resolve();
  /** What the script has come to; empty while it waits for a gate, which tells for itself, and at its end. */
  #waits = "";
  readonly #where: string;

  /**
   * A client that plays `params`.
   * @param where The config path, for errors in gates
   * @throws {ConfigError} when a gate is no pattern
   */
  constructor(params: MockParams, where: string, warn: (message: string) => void) {
    this.#where = where;
    this.#gates = new GateSet((message) => warn(`${where}: ${message}`));
    this.#pollMs = params.poll_ms;
    this.#requests = params.requests.map((request, index) => {
      try {
        return { request, gate: this.#gates.gate(request.after, keyPath(where, "requests", index, "after")) };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new ConfigError(`${keyPath(where, "requests", index, "after")}: ${reason}`, { cause: error });
      }
    });
  }

  /** Watches the trace for the gates. */
  attachTrace(trace: TraceFeed): void {
    this.#gates.attach(trace);
  }

  /** The step that the script has come to. */
  waitingFor(): string[] {
    return this.#waits === "" ? this.#gates.waiting() : [this.#waits];
  }

  /** Begins to play; does not wait for the end. */
  start(desk: EndpointDesk): Promise<{ address?: string }> {
    this.#playing = this.#play(desk);
    return Promise.resolve({});
  }

  /** Stops wherever the script is; a reply that is open is left. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#playing;
  }

  async #play(desk: EndpointDesk): Promise<void> {
    const { signal } = this.#stopping;
    try {
      for (const [index, { request, gate }] of this.#requests.entries()) {
        const step = keyPath(this.#where, "requests", index);
        this.#waits = `${step} waits for an agent that subscribes to the model ${JSON.stringify(request.model)}`;
        while (desk.model(request.model) === undefined) await pause(this.#pollMs, undefined, { signal });
        this.#waits = "";
        await gate.pass(signal);
        this.#waits = `${step} waits for the owner of the model ${JSON.stringify(request.model)} to take it`;
        const session = await this.#open(desk, request);
        this.#waits = `${step} waits for the end of its reply`;
        await drained(session, signal);
      }
      this.#waits = "";
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Asks until somebody takes the request: its model may be between two runs, or its inbox full. */
  async #open(desk: EndpointDesk, request: MockRequest): Promise<Session> {
    for (;;) {
      const opened = desk.open(request.model, asRequest(request), { quiet: true });
      if (typeof opened !== "string") return opened;
      await pause(this.#pollMs, undefined, { signal: this.#stopping.signal });
    }
  }
}

function drained(session: Session, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const leave = () => {
      session.abandon();
      resolve();
    };
    signal.addEventListener("abort", leave, { once: true });
    session.listen(() => {
      session.take();
      if (!session.over) return;
      signal.removeEventListener("abort", leave);
      resolve();
    });
  });
}

function asRequest({ messages, tools, params }: MockRequest): EndpointRequest {
  return {
    messages: messages.map((message) => ({ ...message, role: isRole(message.role) ? message.role : "user" })),
    tools: tools.map((tool) => ({
      ...tool,
      input_schema: typeof tool.input_schema === "string" ? tool.input_schema : sortedJson(tool.input_schema),
    })),
    ...(params !== undefined && params !== null && { params: sortedJson(params) }),
  };
}

/** Builds endpoints of the kind `mock`. */
export const mockEndpoint: EndpointFactory = {
  kind: "mock",
  params: mockParams,
  build({ params, where, warn, tunables }: EndpointArgs): Endpoint {
    const { poll_ms, requests } = parseParams(mockParams, params, where, warn);
    return new MockEndpoint({ requests, poll_ms: poll_ms / tunables.mock_speed }, where, warn);
  },
  permissions: () => ({}),
};
