/**
 * The one-way calls of a brain (design §3). Each is done at once, in the order of the frames, and answers nothing: what could go wrong
 * was checked in the child or arrives as an event.
 * @module
 */

import { getLogger } from "../protocol/log.ts";
import type { OneWayCalls, OneWayOp } from "../protocol/mod.ts";
import type { Agent } from "./agent.ts";
import { faultText, ProtocolFault } from "./errors.ts";
import { pumpChat, pumpTool } from "./pumps.ts";
import { traceChat, traceDelta } from "./trace.ts";

type Handlers = { [Op in OneWayOp]: (agent: Agent, args: OneWayCalls[Op]) => void };

/**
 * Does a one-way call.
 * @throws {ProtocolFault} when the child sent what it should have refused; its run ends
 */
export function oneWay<Op extends OneWayOp>(agent: Agent, op: Op, args: OneWayCalls[Op]): void {
  try {
    handlers[op](agent, args);
  } catch (error) {
    if (error instanceof ProtocolFault) throw error;
    throw new ProtocolFault(`${op}: ${faultText(error)}`, { cause: error });
  }
}

const handlers: Handlers = {
  chat_stream(agent, { u, ...args }) {
    const provider = agent.shared.providers.get(args.provider);
    if (agent.shared.trace.active) agent.traceCall("chat_stream", traceChat(args));
    if (provider === undefined) return lost(agent, u, `no such provider ${JSON.stringify(args.provider)}`);
    pumpChat(agent, u, provider, args);
  },
  cancel_chat(agent, { u }) {
    agent.handles.close(u, "chat");
    agent.inbox.cancel(u);
  },
  call_tool(agent, { u, tooling: name, name: tool, arguments: args }) {
    const tooling = agent.shared.toolings.get(name);
    agent.traceCall("call_tool", { tooling: name, tool });
    if (tooling === undefined) return lost(agent, u, `no such tooling ${JSON.stringify(name)}`);
    pumpTool(agent, u, tooling, tool, args);
  },
  cancel_tool(agent, { u }) {
    agent.handles.close(u, "tool");
    agent.inbox.cancel(u);
  },
  unsubscribe_resource_list(agent, { u }) {
    agent.handles.close(u, "resource");
    agent.inbox.cancel(u);
    agent.traceCall("unsubscribe_resource_list", { uuid: u });
  },
  unsubscribe_resource(agent, { u }) {
    agent.handles.close(u, "resource");
    agent.inbox.cancel(u);
    agent.traceCall("unsubscribe_resource", { uuid: u });
  },
  wait_for(agent, { u, ms }) {
    agent.traceCall("wait_for", { ms });
    agent.startTimer(u, Date.now() + ms);
  },
  wait_until(agent, { u, ts }) {
    agent.traceCall("wait_until", { ts });
    agent.startTimer(u, ts);
  },
  cancel_timer(agent, { u }) {
    agent.traceCall("cancel_timer", { uuid: u });
    agent.handles.close(u, "timer");
    agent.inbox.cancel(u);
  },
  subscribe_agent(agent, { u, agent: source }) {
    agent.log.info("host subscribe-agent", { source, uuid: u });
    agent.traceCall("subscribe_agent", { agent: source });
    agent.shared.bus.subscribe(agent.name, source, u);
  },
  unsubscribe_agent(agent, { u }) {
    agent.traceCall("unsubscribe_agent", { uuid: u });
    agent.shared.bus.unsubscribe(agent.name, u);
  },
  subscribe_lifecycle(agent, { u, ok }) {
    agent.traceCall("subscribe_lifecycle", {});
    if (!ok) return;
    agent.log.info("host subscribe-lifecycle", { uuid: u });
    agent.lifecycle = u;
  },
  unsubscribe_lifecycle(agent, { u }) {
    agent.traceCall("unsubscribe_lifecycle", { uuid: u });
    if (agent.lifecycle === u) agent.lifecycle = undefined;
  },
  unsubscribe_endpoint(agent, { u }) {
    agent.log.info("host unsubscribe-endpoint", { uuid: u });
    agent.traceCall("unsubscribe_endpoint", { uuid: u });
    agent.shared.endpoint?.unsubscribe(agent, u);
  },
  stream_endpoint(agent, { session, delta }) {
    if (agent.shared.endpoint === undefined) return;
    if (agent.shared.trace.active) {
      agent.traceCall("stream_endpoint", { ...traceDelta(delta), session });
    }
    try {
      agent.shared.endpoint.push(agent, session, delta);
    } catch {
      // The session ended while the delta was on its way; the notice of that is on its way back (design §3).
    }
  },
  send_agent(agent, { agent: to, payload }) {
    agent.traceCall("send_agent", { agent: to });
    agent.shared.bus.send(agent.name, to, payload);
  },
  memory_set(agent, { key, value }) {
    agent.traceCall("memory_set", { key });
    agent.memory.set(key, value);
  },
  memory_remove(agent, { key }) {
    agent.traceCall("memory_remove", { key });
    agent.memory.remove(key);
  },
  log(agent, { level, message }) {
    const write = levels.get(level) ?? "info";
    brainLog[write](bounded(message), { agent: agent.name });
  },
  output(agent, { fd, text }) {
    outputLog.info(bounded(text), { agent: agent.name, stream: fd === 2 ? "stderr" : "stdout" });
  },
  abort_taken() {
    // Written into the trace by the run, which knows which event the abort was.
  },
  // The run lets go of it: what a component holds open is the run's, not the agent's.
  wasi_close() {},
  traced(agent, { call: op, detail }) {
    agent.traceCall(op, detail);
  },
};

const brainLog = getLogger(["omw", "brain"]);
const outputLog = getLogger(["omw", "brain", "output"]);

/** The levels that a brain may name; any other is `info` (docs, "Logging"). */
const levels = new Map<string, "trace" | "debug" | "info" | "warn" | "error">([
  ["trace", "trace"],
  ["debug", "debug"],
  ["info", "info"],
  ["warn", "warn"],
  ["error", "error"],
]);

/** How much of one message reaches the log, in UTF-16 units: a page of text, not a data dump. */
const MAX_LOGGED = 64 * 1024;

/** A message for the log. */
function bounded(message: string): string {
  return message.length > MAX_LOGGED ? `${message.slice(0, MAX_LOGGED)}… (${message.length} characters in all)` : message;
}

/** A back end that was removed by a config change while the call was on its way: an error event, as any failure to open. */
function lost(agent: Agent, u: string, text: string): void {
  agent.inbox.put(u, { kind: "error", payload: text });
}
