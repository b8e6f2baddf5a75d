/**
 * The round trips of a brain (design §3): calls that only the host can answer. Each runs on its own, so a slow one holds up nothing but
 * the brain that waits for it; the run's signal ends it when the run is aborted or over.
 * @module
 */

import type { ChatArgs, ChatResult, Provider, RoundTripCalls, RoundTripOp, RoundTripResults, Tooling } from "../protocol/mod.ts";
import type { Agent } from "./agent.ts";
import { foldDeltas } from "./fold.ts";
import { parseArguments, pumpResource } from "./pumps.ts";
import { sleepUntil } from "./timers.ts";
import { traceChat, traceDelta } from "./trace.ts";

/** What a round trip runs in. */
export interface RoundTripScope {
  /** Fires when the run is aborted or over: the answer is wanted no more. */
  readonly signal: AbortSignal;
  /** The run's number in the life of its agent, for the endpoint's take-over rule. */
  readonly run: number;
}

type Handlers = {
  [Op in RoundTripOp]: (
    agent: Agent,
    args: RoundTripCalls[Op],
    scope: RoundTripScope,
  ) => RoundTripResults[Op] | Promise<RoundTripResults[Op]>;
};

/**
 * Does a round trip.
 * @throws {Error} whose message is what the brain is told
 */
export async function roundTrip<Op extends RoundTripOp>(
  agent: Agent,
  op: Op,
  args: RoundTripCalls[Op],
  scope: RoundTripScope,
): Promise<RoundTripResults[Op]> {
  return await handlers[op](agent, args, scope);
}

const handlers: Handlers = {
  async chat(agent, args, { signal }) {
    if (agent.shared.trace.active) agent.traceCall("chat", traceChat(args));
    return await wholeReply(provider(agent, args.provider), args, signal);
  },
  async call_tool_blocking(agent, { tooling: at, name, arguments: text }, { signal }) {
    agent.traceCall("call_tool_blocking", { tooling: at, tool: name });
    const outcome = await tooling(agent, at).callTool(name, parseArguments(text), signal);
    return { name, arguments: text, ...outcome };
  },
  list_models(agent, { provider: name }, { signal }) {
    agent.traceCall("list_models", { provider: name });
    return provider(agent, name).listModels(signal);
  },
  list_tools(agent, { tooling: name }, { signal }) {
    agent.traceCall("list_tools", { tooling: name });
    return tooling(agent, name).listTools(signal);
  },
  list_resources(agent, { tooling: name }, { signal }) {
    agent.traceCall("list_resources", {});
    return tooling(agent, name).listResources(signal);
  },
  list_resource_templates(agent, { tooling: name }, { signal }) {
    agent.traceCall("list_resource_templates", {});
    return tooling(agent, name).listResourceTemplates(signal);
  },
  read_resource(agent, { tooling: name, uri }, { signal }) {
    agent.traceCall("read_resource", { uri });
    return tooling(agent, name).readResource(uri, signal);
  },
  async subscribe_resource_list(agent, { u, tooling: name }, { signal }) {
    await subscribe(agent, u, signal, (cancel) => tooling(agent, name).subscribeResourceList(cancel), (value) => ({
      kind: "resource-list-updated",
      payload: value,
    }));
    agent.traceCall("subscribe_resource_list", {});
    return null;
  },
  async subscribe_resource(agent, { u, tooling: name, uri }, { signal }) {
    await subscribe(agent, u, signal, (cancel) => tooling(agent, name).subscribeResource(uri, cancel), (value) => ({
      kind: "resource-updated",
      payload: value,
    }));
    agent.traceCall("subscribe_resource", { uri });
    return null;
  },
  subscribe_endpoint(agent, { u, model }, { run }) {
    const desk = agent.shared.endpoint;
    if (desk === undefined) throw new Error("the endpoint is not configured");
    agent.traceCall("subscribe_endpoint", { model });
    const replaced = desk.subscribe(agent, u, model, run);
    // Requests that waited for this run come under the handle that it knows.
    if (replaced !== undefined) agent.inbox.retag(replaced, u);
    agent.log.info("host subscribe-endpoint", { model, uuid: u });
    return replaced ?? null;
  },
  stream_endpoint(agent, { session, delta }) {
    const desk = agent.shared.endpoint;
    if (desk === undefined) throw new Error("the endpoint is not configured");
    if (agent.shared.trace.active) {
      agent.traceCall("stream_endpoint", { ...traceDelta(delta), session });
    }
    desk.push(agent, session, delta);
    return null;
  },
  is_open(agent, { u }) {
    return agent.handles.has(u, "chat") || agent.handles.has(u, "tool");
  },
  async wait_cron(agent, { u, spec }) {
    agent.traceCall("wait_cron", { spec });
    agent.startTimer(u, await nextFire(spec));
    return null;
  },
  async sleep_for(agent, { ms }, { signal }) {
    agent.traceCall("sleep_for", { ms });
    await sleepUntil(Date.now() + ms, signal);
    return null;
  },
  async sleep_until(agent, { ts }, { signal }) {
    agent.traceCall("sleep_until", { ts });
    await sleepUntil(ts, signal);
    return null;
  },
  async sleep_cron(agent, { spec }, { signal }) {
    agent.traceCall("sleep_cron", { spec });
    await sleepUntil(await nextFire(spec), signal);
    return null;
  },
  // Both are answered by the run itself, in the order of its frames.
  try_recv: () => null,
  sync: () => null,
  // The run's own broker serves these, if its program is a component.
  wasi: () => ({ e: "unsupported" }),
};

function provider(agent: Agent, name: string): Provider {
  const found = agent.shared.providers.get(name);
  if (found === undefined) throw new Error(`no such provider ${JSON.stringify(name)}`);
  return found;
}

function tooling(agent: Agent, name: string): Tooling {
  const found = agent.shared.toolings.get(name);
  if (found === undefined) throw new Error(`no such tooling ${JSON.stringify(name)}`);
  return found;
}

async function wholeReply(provider: Provider, args: ChatArgs, signal: AbortSignal): Promise<ChatResult> {
  return provider.chat ? await provider.chat(args, signal) : await foldDeltas(await provider.chatStream(args, signal));
}

/** Opens a subscription whose life is the handle's, while the wait for the server's agreement is the run's. */
async function subscribe<T>(
  agent: Agent,
  u: string,
  signal: AbortSignal,
  open: (cancel: AbortSignal) => Promise<Parameters<typeof pumpResource<T>>[3]>,
  event: Parameters<typeof pumpResource<T>>[4],
): Promise<void> {
  // An abort may have overtaken the call: nobody waits for it any more, and so nobody would cancel it.
  signal.throwIfAborted();
  const cancel = new AbortController();
  agent.handles.open(u, { kind: "resource", close: () => cancel.abort(new Error("the subscription was cancelled")) });
  const leave = () => cancel.abort(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    pumpResource(agent, u, cancel, await open(cancel.signal), event);
  } catch (error) {
    agent.handles.ended(u);
    throw error;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** The next time of a cron spec; what computes it is loaded by the first brain that asks. */
async function nextFire(spec: string): Promise<number> {
  return (await import(import.meta.resolve("./cron.ts")) as typeof import("./cron.ts")).nextFire(spec, Date.now());
}
