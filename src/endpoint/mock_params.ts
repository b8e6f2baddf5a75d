/**
 * The params of the endpoint kind `mock`.
 * @module
 */

import { z } from "zod";

const toolCall = z.object({
  id: z.string().describe("The call's id."),
  name: z.string().describe("The tool's name."),
  arguments: z.string().default("").describe("The arguments as JSON text."),
}).describe("A tool call of an assistant.");

const message = z.object({
  role: z.string().default("user").describe("Who speaks; a role that clients of the real endpoint can't use becomes user."),
  content: z.string().optional().describe("The message's text."),
  reasoning: z.string().optional().describe("The reasoning behind it."),
  tool_calls: z.array(toolCall).default([]).describe("The calls that an assistant asked for."),
  tool_call_id: z.string().optional().describe("The call that a tool's message answers."),
}).describe("A message of the conversation.");

const tool = z.object({
  name: z.string().describe("The tool's name."),
  description: z.string().optional().describe("What the tool does."),
  input_schema: z.json().describe("The JSON Schema of the arguments: a table, or its JSON text."),
}).describe("A tool that the client offers.");

const request = z.object({
  model: z.string().describe("The model; the request waits until an agent has subscribed to it."),
  messages: z.array(message).default([]).describe("The conversation."),
  tools: z.array(tool).default([]).describe("The tools that the client offers."),
  params: z.json().optional().describe("Settings such as temperature; the agent gets them as JSON text."),
  stream: z.boolean().default(false).describe("Whether the client asked for a stream; the agent's side is the same either way."),
  after: z.json().optional().describe(
    'What to wait for: "start" or nothing, or a call or inbound pattern that the trace must have shown at any point in the run.',
  ),
}).describe("One request. The next one waits until its reply has ended.");

/** The schema of the `[endpoint]` table of kind `mock`, its descriptions being the reference documentation. */
export const mockParams = z.object({
  requests: z.array(request).default([]).describe("The requests, played one after another."),
  poll_ms: z.int().min(1).max(60_000).default(10).describe("How often to look whether the model is subscribed, in milliseconds."),
});

/** The validated params. */
export type MockParams = z.output<typeof mockParams>;
/** One scripted request. */
export type MockRequest = MockParams["requests"][number];
