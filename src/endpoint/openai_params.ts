/**
 * The params of the endpoint kind `openai`.
 * @module
 */

import { z } from "zod";
import type { Secret } from "../config/secret.ts";
import { secretString } from "../config/secret_string.ts";
import { MAX_FRAME_BYTES } from "../protocol/mod.ts";
import { type ListenAddress, parseListenAddress } from "./listen_address.ts";

/** The checked `[endpoint]` table of kind `openai`. */
export interface OpenaiEndpointParams {
  /** Where it listens. */
  listen: ListenAddress;
  /** The keys that clients must show one of; absent: none is asked for. */
  api_keys?: Secret[];
  /** Origins of web pages that may call, exact, or `*`; absent: pages of this machine. */
  cors_origins?: string[];
  /** Host names that a loopback listener answers to beside the loopback ones, for a reverse proxy before it. */
  allowed_hosts: string[];
  /** How large a request's body may be, in bytes. */
  max_body_bytes: number;
  /** How many requests may be worked on at once. */
  max_requests: number;
  /** How many replies may be open at once. */
  max_sessions: number;
  /** What keeps a silent stream open. */
  keepalive: "comment" | "chunk" | "off";
  /** After how much silence, in seconds. */
  keepalive_secs: number;
}

const listen = z.string().transform((text, context) => {
  const address = parseListenAddress(text);
  if (address !== undefined) return address;
  const wanted = "give a numeric address and a port, such as 127.0.0.1:8080 or [::1]:8080";
  context.issues.push({ code: "custom", message: `${JSON.stringify(text)} is not a socket address: ${wanted}`, input: text });
  return z.NEVER;
});

const key = secretString().refine((secret) => !secret.isEmpty, { error: "an empty key would let everybody in" });

const origin = z.string().refine((text) => text === "*" || text === "null" || (URL.canParse(text) && !/[^:/]\//.test(text)), {
  error: 'expected an origin without a path, such as "https://chat.example.org", or "*"',
});

/** The schema of the params. */
export const openaiEndpointSchema: z.ZodType<OpenaiEndpointParams> = z.object({
  listen: listen.describe("Where to listen: a numeric address and a port, such as 127.0.0.1:8080; port 0 takes a free one."),
  api_keys: z.array(key).min(1, { error: "give at least one key, or leave it out to ask for none" }).optional()
    .describe("Clients must send one of these as a bearer token."),
  cors_origins: z.array(origin).optional()
    .describe('Origins of web pages that may call: exact ones, or "*". By default pages of this machine.'),
  allowed_hosts: z.array(z.string()).default([])
    .describe("Host names that a loopback listener answers to beside localhost, for a reverse proxy before it."),
  max_body_bytes: z.int().min(1024).max(MAX_FRAME_BYTES).default(4 * 1024 * 1024).describe(
    "How large a request's body may be, in bytes.",
  ),
  max_requests: z.int().min(1).max(65_536).default(2048).describe(
    "How many requests may be worked on at once; further ones get 429.",
  ),
  max_sessions: z.int().min(1).max(65_536).default(1024).describe(
    "How many replies may be open at once; further requests get 429.",
  ),
  keepalive: z.enum(["comment", "chunk", "off"]).default("comment")
    .describe("What keeps a silent stream open: an SSE comment, an empty chunk, or nothing."),
  keepalive_secs: z.int().min(1).max(3600).default(15).describe("After how much silence a stream is kept open, in seconds."),
});
