/**
 * The endpoint kind `openai`: agents as models of an OpenAI-compatible server.
 * @module
 */

import { parseParams, plainParams } from "../config/params.ts";
import type { PermissionNeeds } from "../config/permissions.ts";
import type { EndpointDesk } from "../host/endpoint_desk.ts";
import type { Endpoint, EndpointArgs, EndpointFactory } from "./endpoint.ts";
import { formatListenAddress, isLoopback, parseListenAddress } from "./listen_address.ts";
import { type OpenaiEndpointParams, openaiEndpointSchema } from "./openai_params.ts";
import type { OpenaiServer } from "./openai_server.ts";

/** An OpenAI-compatible server. */
class OpenaiEndpoint implements Endpoint {
  /** The kind. */
  readonly kind = "openai";
  readonly #params: OpenaiEndpointParams;
  readonly #warn: (message: string) => void;
  #server: OpenaiServer | undefined;

  /** A server that does not listen yet. */
  constructor(params: OpenaiEndpointParams, warn: (message: string) => void) {
    this.#params = params;
    this.#warn = warn;
  }

  /** See {@linkcode Endpoint}. */
  async start(desk: EndpointDesk): Promise<{ address: string }> {
    // Hono is loaded here, so that a config without an endpoint doesn't pay for it.
    const { startOpenaiServer } = await import("./openai_server.ts");
    this.#server = startOpenaiServer(desk, this.#params, this.#warn);
    return { address: this.#server.address };
  }

  /** See {@linkcode Endpoint}. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop();
  }
}

/** Builds endpoints of the kind `openai`. */
export const openaiEndpoint: EndpointFactory = {
  kind: "openai",
  params: openaiEndpointSchema,
  build({ params, where, warn }: EndpointArgs): Endpoint {
    const checked = parseParams(openaiEndpointSchema, params, where, warn);
    if (checked.api_keys === undefined && !isLoopback(checked.listen.hostname)) {
      const address = formatListenAddress(checked.listen);
      warn(`${where}.listen: other machines can reach ${address} and no key is asked for; set ${where}.api_keys to ask for one`);
    }
    return new OpenaiEndpoint(checked, warn);
  },
  permissions: openaiPermissions,
};

/** The address that is listened on, and whether keys have to be locked in memory. */
function openaiPermissions(params: unknown): PermissionNeeds {
  const plain = plainParams(params);
  if (typeof plain !== "object" || plain === null) return {};
  const { listen, api_keys } = plain as { listen?: unknown; api_keys?: unknown };
  const address = typeof listen === "string" ? parseListenAddress(listen) : undefined;
  if (address === undefined) return {};
  return { net: [formatListenAddress(address)], secrets: Array.isArray(api_keys) && api_keys.length > 0 };
}
