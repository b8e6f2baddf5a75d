/**
 * Endpoints: what lets agents answer requests from outside.
 * @module
 */

export { builtinEndpoints } from "./builtin.ts";
export type { Endpoint, EndpointArgs, EndpointFactory } from "./endpoint.ts";
