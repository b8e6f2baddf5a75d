/**
 * Endpoints: what lets agents answer requests from outside.
 * @module
 */

export { mockEndpoint } from "./mock.ts";
export { openaiEndpoint } from "./openai.ts";
export type { Endpoint, EndpointArgs, EndpointFactory } from "./endpoint.ts";
