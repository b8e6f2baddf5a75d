/**
 * The params of kind `mock`.
 * @module
 */

import { z } from "zod";

const after = z.json().optional().describe(
  'What to wait for: "start" or nothing, or a call or inbound pattern that the trace must have shown at any point in the run.',
);
const failure = z.string().optional().describe("The step fails with this message.");
const pending = z.boolean().default(false).describe("The step never comes to its end; it can only be cancelled.");

const tool = z.object({
  name: z.string().describe("The tool's name."),
  title: z.string().optional().describe("A name for people."),
  description: z.string().optional().describe("What the tool does."),
  input_schema: z.json().describe("The JSON Schema of the arguments: a table, or its JSON text."),
  output_schema: z.json().optional().describe("The JSON Schema of the structured result."),
}).describe("A tool that list-tools returns.");

const resource = z.object({
  uri: z.string().describe("The resource's URI."),
  name: z.string().describe("Its name for programs."),
  title: z.string().optional().describe("Its name for people."),
  description: z.string().optional().describe("What it holds."),
  mime_type: z.string().optional().describe("Its media type."),
  size: z.number().optional().describe("Its size in bytes."),
}).describe("A resource of a list.");

const template = z.object({
  uri_template: z.string().describe("The template (RFC 6570)."),
  name: z.string().describe("Its name for programs."),
  title: z.string().optional().describe("Its name for people."),
  description: z.string().optional().describe("What it holds."),
  mime_type: z.string().optional().describe("The media type of all its members."),
}).describe("A resource template.");

const contents = z.union([z.string(), z.array(z.string())]);

const toolCall = z.object({
  name: z.string().describe("The tool that must be called."),
  result: z.string().default("").describe("The text of its result."),
  structured_content: z.json().optional().describe("Its structured result."),
  is_error: z.boolean().default(false).describe("The tool itself says that it failed."),
  error: failure,
  pending,
  after,
}).describe("The answer to one call.");

const listUpdate = z.object({
  resources: z.array(resource).default([]).describe("The list that replaces the current one."),
  error: failure,
  pending,
  after,
}).describe("One change of the resource list.");

const contentUpdate = z.object({
  uri: z.string().describe("The resource."),
  content: contents.optional().describe("Its new content, or several."),
  contents: z.array(z.string()).optional().describe("Its new contents, as later releases spell it."),
  error: failure,
  pending,
  after,
}).describe("One change of a resource's content.")
  .refine(({ content, contents }) => content === undefined || contents === undefined, {
    error: "an update has content or contents, not both",
  });

/** The schema of a `[tooling.<name>]` entry of kind `mock`, its descriptions being the reference documentation. */
export const mockParams = z.object({
  tools: z.array(tool).default([]).describe("What list-tools returns."),
  tool_calls: z.array(toolCall).default([])
    .describe(
      "The answers to calls, in order. Each call takes the next one, and fails when it is for another tool or there is none.",
    ),
  initial_resource_list: z.array(resource).default([]).describe("What list-resources returns at first."),
  initial_resource_contents: z.record(z.string(), contents).default({}).describe("What read-resource returns at first, by URI."),
  resource_templates: z.array(template).default([]).describe("What list-resource-templates returns."),
  resource_list_updates: z.array(listUpdate).default([])
    .describe("What each subscription of the resource list plays, in order, from its start."),
  resource_content_updates: z.array(contentUpdate).default([])
    .describe("What each subscription of a resource plays, in order, from its start; those of other URIs are passed over."),
  delay_ms: z.int().min(0).max(3_600_000).default(10).describe(
    "How long each scripted step waits before it fires, in milliseconds.",
  ),
});

/** The validated params. */
export type MockParams = z.output<typeof mockParams>;
