/**
 * The calls of the contract's `provider` interface.
 * @module
 */

import { type ChatArgs, roundTripChecks } from "../protocol/calls.ts";
import { type Check, optional, record, text } from "../protocol/check.ts";
import type { Json } from "../protocol/model.ts";
import type { Exchange } from "./exchange.ts";
import { answer, fail, HANDLES_FULL, isHandle, mint, ok, type Op, read } from "./op.ts";

/** What `chat` and `chat_stream` are given by a world: the params are text still; absent or empty: none. */
type WorldChatArgs = Omit<ChatArgs, "params"> & { params?: string };

const textParams = record({ params: optional(text) });
const worldChat: Check = (value) => roundTripChecks.chat(value) ?? textParams(value);

/** Answers the error text for a name that is not configured. */
function unknownProvider(exchange: Exchange, name: string): string | undefined {
  return exchange.providers.has(name) ? undefined : fail(`no such provider "${name}"`);
}

/** A provider's kind. Args: its name. */
const get: Op = (exchange, name) => unknownProvider(exchange, name) ?? ok(exchange.providers.get(name)!);

/** The models of a provider. Args: its name. */
const listModels: Op = (exchange, name) =>
  unknownProvider(exchange, name) ?? answer(exchange.ask("list_models", { provider: name }, true));

/** Reads a chat's arguments and hands them to `send`, or answers why they can't be sent. */
function withChat(exchange: Exchange, args: string, send: (chat: ChatArgs) => string): string {
  const { provider, model, messages, tools, params } = read<WorldChatArgs>(args, worldChat);
  const unknown = unknownProvider(exchange, provider);
  if (unknown !== undefined) return unknown;
  const chat: ChatArgs = { provider, model, messages, tools };
  if (params !== undefined && params !== null && params !== "") {
    let parsed: Json;
    try {
      parsed = JSON.parse(params);
    } catch (error) {
      return fail(`invalid chat params JSON: ${(error as Error).message}`);
    }
    chat.params = parsed;
  }
  return send(chat);
}

/** A whole reply. */
const chat: Op = (exchange, args) => withChat(exchange, args, (chat) => answer(exchange.ask("chat", chat, true)));

/** A streamed reply: its handle. */
const chatStream: Op = (exchange, args) =>
  withChat(exchange, args, (chat) => {
    if (exchange.handles.full) return fail(HANDLES_FULL);
    const u = mint();
    exchange.tell("chat_stream", { ...chat, u });
    exchange.handles.open({ u, kind: "chat" });
    return ok(u);
  });

/** Cancels a stream. Args: its handle. */
const cancelChat: Op = (exchange, u) => {
  if (isHandle(u)) {
    exchange.cancel("cancel_chat", u, "chat");
  }
  return ok(null);
};

/** The calls by name. */
export const providerOps: Readonly<Record<string, Op>> = {
  provider_get: get,
  provider_kind: get,
  list_models: listModels,
  chat,
  chat_stream: chatStream,
  cancel_chat: cancelChat,
};
