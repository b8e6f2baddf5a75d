/**
 * The calls of the contract's `tooling` interface.
 * @module
 */

import { type RoundTripCalls, roundTripChecks, type ToolArgs } from "../protocol/calls.ts";
import type { Exchange } from "./exchange.ts";
import { answer, fail, HANDLES_FULL, isHandle, mint, ok, type Op, read } from "./op.ts";

/** Answers the error text for a name that is not configured. */
function unknownTooling(exchange: Exchange, name: string): string | undefined {
  return exchange.toolings.has(name) ? undefined : fail(`no such tooling "${name}"`);
}

/** A tooling's kind. Args: its name. */
const get: Op = (exchange, name) => unknownTooling(exchange, name) ?? ok(exchange.toolings.get(name)!);

/** A call that asks a tooling for a list. Args: its name. */
function lister(op: "list_tools" | "list_resources" | "list_resource_templates"): Op {
  return (exchange, name) => unknownTooling(exchange, name) ?? answer(exchange.ask(op, { tooling: name }, true));
}

/** Queues a tool call: its handle. */
const callTool: Op = (exchange, args) => {
  const { tooling, name, arguments: text } = read<ToolArgs>(args, roundTripChecks.call_tool_blocking);
  const unknown = unknownTooling(exchange, tooling);
  if (unknown !== undefined) return unknown;
  if (exchange.handles.full) return fail(HANDLES_FULL);
  const u = mint();
  exchange.tell("call_tool", { tooling, name, arguments: text, u });
  exchange.handles.open({ u, kind: "tool" });
  return ok(u);
};

/** Calls a tool and waits for its result. */
const callToolBlocking: Op = (exchange, args) => {
  const { tooling, name, arguments: text } = read<ToolArgs>(args, roundTripChecks.call_tool_blocking);
  return unknownTooling(exchange, tooling) ??
    answer(exchange.ask("call_tool_blocking", { tooling, name, arguments: text }, true));
};

/** Cancels a queued tool call. Args: its handle. */
const cancelTool: Op = (exchange, u) => {
  if (isHandle(u)) {
    exchange.cancel("cancel_tool", u, "tool");
  }
  return ok(null);
};

/** What `read_resource` and `subscribe_resource` are given by a world. */
function readPlace(args: string): RoundTripCalls["read_resource"] {
  return read(args, roundTripChecks.read_resource);
}

/** Reads a resource. */
const readResource: Op = (exchange, args) => {
  const { tooling, uri } = readPlace(args);
  return unknownTooling(exchange, tooling) ?? answer(exchange.ask("read_resource", { tooling, uri }, true));
};

/** Makes a subscription's round trip and counts its handle: the handle. */
function subscribe(exchange: Exchange, tooling: string, uri?: string): string {
  const unknown = unknownTooling(exchange, tooling);
  if (unknown !== undefined) return unknown;
  if (exchange.handles.full) return fail(HANDLES_FULL);
  const u = mint();
  const reply = uri === undefined
    ? exchange.ask("subscribe_resource_list", { tooling, u }, true)
    : exchange.ask("subscribe_resource", { tooling, uri, u }, true);
  if ("err" in reply) return fail(reply.err);
  exchange.handles.open({ u, kind: "resource" });
  return ok(u);
}

/** Follows a tooling's list of resources. Args: its name. */
const subscribeResourceList: Op = (exchange, name) => subscribe(exchange, name);

/** Follows a resource. */
const subscribeResource: Op = (exchange, args) => {
  const { tooling, uri } = readPlace(args);
  return subscribe(exchange, tooling, uri);
};

/** A call that ends a subscription; either ends both kinds (facts §1.2). Args: its handle. */
function unsubscriber(op: "unsubscribe_resource_list" | "unsubscribe_resource"): Op {
  return (exchange, u) => {
    if (isHandle(u)) {
      exchange.cancel(op, u, "resource");
    } else {
      exchange.trace(op, { uuid: u });
    }
    return ok(null);
  };
}

/** The calls by name. */
export const toolingOps: Readonly<Record<string, Op>> = {
  tooling_get: get,
  tooling_kind: get,
  list_tools: lister("list_tools"),
  call_tool: callTool,
  call_tool_blocking: callToolBlocking,
  cancel_tool: cancelTool,
  list_resources: lister("list_resources"),
  list_resource_templates: lister("list_resource_templates"),
  read_resource: readResource,
  subscribe_resource_list: subscribeResourceList,
  unsubscribe_resource_list: unsubscriber("unsubscribe_resource_list"),
  subscribe_resource: subscribeResource,
  unsubscribe_resource: unsubscriber("unsubscribe_resource"),
};
