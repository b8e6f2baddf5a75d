/**
 * The calls of the contract's `host` interface between an agent and the others: subscriptions, messages, endpoint sessions.
 * @module
 */

import { type OneWayCalls, oneWayChecks, type StreamArgs } from "../protocol/calls.ts";
import { plainStreamLine, plainStreamSession } from "../protocol/plain_stream.ts";
import { decodeBase64, encodeBase64 } from "../pure/base64.ts";
import { bytesOf, textOf } from "./byte_text.ts";
import { answer, fail, HANDLES_FULL, isHandle, mint, ok, type Op, read } from "./op.ts";
import { recv, tryRecv } from "./receive.ts";

/** What a call fails with that needs the endpoint (facts §4.8). */
const NO_ENDPOINT = "the endpoint is not configured";

/** The agent's name. */
const whoami: Op = (exchange) => {
  exchange.trace("whoami", {});
  return ok(exchange.start.agent);
};

/** Subscribes to the lifecycle: the handle. */
const subscribeLifecycle: Op = (exchange) => {
  const u = mint();
  const isFirst = exchange.lifecycle === undefined;
  exchange.tell("subscribe_lifecycle", { u, ok: isFirst });
  if (!isFirst) return fail("lifecycle already subscribed");
  exchange.lifecycle = u;
  return ok(u);
};

/** Ends the lifecycle subscription. Args: its handle. */
const unsubscribeLifecycle: Op = (exchange, u) => {
  if (isHandle(u)) exchange.tell("unsubscribe_lifecycle", { u });
  else exchange.trace("unsubscribe_lifecycle", { uuid: u });
  if (exchange.lifecycle === u) exchange.lifecycle = undefined;
  return ok(null);
};

/** Subscribes to an agent, whatever its name: the handle. Args: the name. */
const subscribeAgent: Op = (exchange, agent) => {
  if (exchange.handles.full && !exchange.handles.hasSource("agent", agent)) {
    exchange.trace("subscribe_agent", { agent });
    return fail(HANDLES_FULL);
  }
  const u = mint();
  exchange.tell("subscribe_agent", { u, agent });
  exchange.handles.open({ u, kind: "agent", source: agent });
  return ok(u);
};

/** Ends a subscription to an agent; its queued messages still arrive. Args: the handle, or one that it replaced. */
const unsubscribeAgent: Op = (exchange, u) => {
  if (isHandle(u)) {
    exchange.tell("unsubscribe_agent", { u });
    exchange.handles.close(u);
  } else {
    exchange.trace("unsubscribe_agent", { uuid: u });
  }
  return ok(null);
};

/** Takes a model name: the handle. Args: the name. */
const subscribeEndpoint: Op = (exchange, model) => {
  if (!exchange.start.endpoint) return fail(NO_ENDPOINT);
  if (exchange.handles.full && !exchange.handles.hasSource("endpoint", model)) {
    exchange.trace("subscribe_endpoint", { model });
    return fail(HANDLES_FULL);
  }
  const u = mint();
  const reply = exchange.ask("subscribe_endpoint", { u, model });
  if ("err" in reply) return fail(reply.err);
  if (typeof reply.v === "string") exchange.queue.retag(reply.v, u);
  exchange.handles.open({ u, kind: "endpoint", source: model });
  return ok(u);
};

/** Gives a model name back, which ends its sessions. Args: the handle, or one that it replaced. */
const unsubscribeEndpoint: Op = (exchange, u) => {
  if (isHandle(u)) {
    exchange.tell("unsubscribe_endpoint", { u });
    exchange.handles.close(u);
    exchange.sessions.clear();
  } else {
    exchange.trace("unsubscribe_endpoint", { uuid: u });
  }
  return ok(null);
};

/** Sends a delta to a session. */
const streamEndpoint: Op = (exchange, args) => {
  if (!exchange.start.endpoint) return fail(NO_ENDPOINT);
  exchange.takeIn();
  const plain = plainStreamSession(args);
  if (plain !== undefined && !exchange.sessions.mustAsk(plain)) {
    exchange.pass(plainStreamLine(exchange.run, args));
    return ok(null);
  }
  const { session, delta } = read<StreamArgs>(args, oneWayChecks.stream_endpoint);
  // A plain one that is still here has been counted, and has to be asked.
  if (plain !== undefined || exchange.sessions.mustAsk(session)) {
    const reply = exchange.ask("stream_endpoint", { session, delta });
    if ("err" in reply) {
      exchange.sessions.end(session);
      return fail(reply.err);
    }
    exchange.sessions.begin(session);
  } else {
    exchange.tell("stream_endpoint", { session, delta });
  }
  // The delta that finishes a session is its last (facts §14.1, 12): the next one has to hear so from the host.
  if (delta.finish_reason !== undefined && delta.finish_reason !== null) exchange.sessions.end(session);
  return ok(null);
};

/** Sends text to an agent. */
const sendAgent: Op = (exchange, args) => {
  const { agent, payload } = read<OneWayCalls["send_agent"]>(args, oneWayChecks.send_agent);
  exchange.tell("send_agent", { agent, payload });
  return ok(null);
};

/** Whether a chat stream or a queued tool call is open. Args: its handle. */
const isOpen: Op = (exchange, u) => isHandle(u) ? answer(exchange.ask("is_open", { u })) : ok(false);

/** A fresh v4 UUID. */
const newUuid: Op = () => ok(mint());

/** Bytes (see `byte_text.ts`) as base64. */
const base64Encode: Op = (_exchange, bytes) => ok(encodeBase64(bytesOf(bytes)));

/** Base64 as bytes (see `byte_text.ts`). */
const base64Decode: Op = (_exchange, data) => {
  try {
    return ok(textOf(decodeBase64(data)));
  } catch (error) {
    return fail((error as Error).message);
  }
};

/** Writes a log line. */
const log: Op = (exchange, args) => {
  const { level, message } = read<OneWayCalls["log"]>(args, oneWayChecks.log);
  exchange.tell("log", { level, message });
  return ok(null);
};

/** The calls by name. */
export const hostOps: Readonly<Record<string, Op>> = {
  log,
  whoami,
  subscribe_lifecycle: subscribeLifecycle,
  unsubscribe_lifecycle: unsubscribeLifecycle,
  subscribe_agent: subscribeAgent,
  unsubscribe_agent: unsubscribeAgent,
  subscribe_endpoint: subscribeEndpoint,
  unsubscribe_endpoint: unsubscribeEndpoint,
  stream_endpoint: streamEndpoint,
  send_agent: sendAgent,
  recv,
  try_recv: tryRecv,
  is_open: isOpen,
  new_uuid: newUuid,
  base64_encode: base64Encode,
  base64_decode: base64Decode,
};
