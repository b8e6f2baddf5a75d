/**
 * The JSON Schema of test configs.
 * @module
 */

import { composeSchema, type Registries } from "../engine/mod.ts";

function reference(name: string): { "$ref": string } {
  return { "$ref": `#/$defs/${name}` };
}

/** The definitions that `[assertions]` refers to. */
const DEFINITIONS = {
  AgentAssertions: {
    description: "What is asserted of one agent.",
    type: "object",
    properties: {
      outcome: {
        description:
          "How the agent is to end: by itself, by itself with exactly this message, or stopped once its events were seen; absent: by itself, however.",
        anyOf: [
          { enum: ["completed", "asserted"] },
          {
            type: "object",
            properties: { exited: { description: "The message, whole.", type: "string" } },
            required: ["exited"],
          },
        ],
      },
      events: {
        description: "What must be seen of the agent, in this order; anything may lie between.",
        type: "array",
        items: reference("EventStep"),
        default: [],
      },
    },
    additionalProperties: false,
  },
  EventStep: {
    anyOf: [
      reference("EventCondition"),
      {
        description: "Takes a run of entries that match, which may be empty.",
        type: "object",
        properties: { "$while": reference("EventCondition") },
        required: ["$while"],
      },
      {
        description: "Goes on to the first entry that matches.",
        type: "object",
        properties: { "$until": reference("EventCondition") },
        required: ["$until"],
      },
    ],
  },
  EventCondition: {
    anyOf: [
      {
        description: "A call that the agent makes.",
        type: "object",
        properties: {
          kind: { const: "call" },
          op: {
            description: "The call's name, such as chat; anything that is no plain name is a regular expression.",
            type: "string",
          },
          detail: { description: "A pattern for the call's detail.", ...reference("Pattern") },
        },
        required: ["kind"],
      },
      {
        description: "An event that the agent receives.",
        type: "object",
        properties: {
          kind: { const: "inbound" },
          event: { description: "The event's kind, such as chat-delta.", type: "string" },
          payload: { description: "A pattern for the event as kind and data.", ...reference("Pattern") },
        },
        required: ["kind"],
      },
    ],
  },
  Pattern: {
    description:
      "Text is a regular expression (RE2) to be found, a table names members that must match, an array is an ordered subsequence in which $while and $until may stand; anything else is equal.",
  },
};

/** A JSON Schema (2020-12) of a test config with these kinds, as the text of a file. */
export async function composeTestSchema(registries: Registries): Promise<string> {
  const schema = JSON.parse(await composeSchema(registries));
  schema.title = "TestConfig";
  schema.description = "A test of agents: a config with what is expected of it.";
  schema.properties.assertions = {
    description: "What is expected, by agent.",
    type: "object",
    additionalProperties: reference("AgentAssertions"),
  };
  Object.assign(schema.$defs, DEFINITIONS);
  return `${JSON.stringify(schema, null, 2)}\n`;
}
