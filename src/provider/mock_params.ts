/**
 * The params of kind `mock`.
 * @module
 */

import { z } from "zod";

const call = z.object({
  id: z.string().describe("The call's id."),
  name: z.string().describe("The tool's name."),
  arguments: z.json().describe("The arguments: JSON text, or the value itself, which becomes compact text with sorted keys."),
}).describe("A tool call.");

const chunk = z.object({
  content: z.string().optional().describe("A piece of the text."),
  reasoning: z.string().optional().describe("A piece of the reasoning."),
  delay_ms: z.int().min(0).max(3_600_000).default(0).describe("The pause before the piece, in milliseconds."),
  cut: z.boolean().default(false).describe("The stream breaks off with an error after this piece."),
}).describe("A piece of a reply that is streamed in pieces.");

const turn = z.object({
  content: z.string().optional().describe("The text of the reply."),
  reasoning: z.string().optional().describe("The reasoning, a delta of its own before the text."),
  tool_call: call.optional().describe("The tool call that the reply asks for."),
  tool_calls: z.array(call).default([]).describe("Several tool calls, in place of tool_call."),
  usage: z.record(z.string(), z.json()).optional().describe("The token counts on the last delta, such as prompt_tokens."),
  error: z.string().optional().describe("The reply fails with this message after its deltas instead of finishing."),
  pending: z.boolean().default(false).describe("The reply stays open after its deltas until it is cancelled."),
  chunks: z.array(chunk).default([]).describe(
    "Pieces of text that are streamed one by one, in place of content and reasoning, before the rest of the turn.",
  ),
}).describe("The reply to one chat.")
  .refine(({ tool_call, tool_calls }) => tool_call === undefined || tool_calls.length === 0, {
    error: "a turn has tool_call or tool_calls, not both; put all calls in tool_calls",
  })
  .refine(({ chunks, content, reasoning }) => chunks.length === 0 || (content === undefined && reasoning === undefined), {
    error: "the text of a turn stands in content and reasoning, or in chunks, not in both",
  })
  .refine(({ error, pending }) => error === undefined || !pending, {
    error: "a turn ends with an error or stays pending, not both",
  });

/** The schema of a `[providers.<name>]` entry of kind `mock`, its descriptions being the reference documentation. */
export const mockParams = z.object({
  turns: z.array(turn).default([])
    .describe("The replies, one per chat; the last one repeats. Without any, each chat is an empty stream."),
  models: z.array(z.string()).default([]).describe("What list-models returns; empty: one model called mock-model."),
});

/** A reply of the script. */
export type MockTurn = z.output<typeof turn>;
