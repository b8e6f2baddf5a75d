/**
 * Functions without a world: they read no clock, file or network, so the host and brain processes share them.
 * @module
 */

export { decodeBase64, encodeBase64 } from "./base64.ts";
export { sortedJson } from "./json.ts";
export { LineSplitter, LineTooLongError } from "./lines.ts";
export { memoryCost } from "./memory_cost.ts";
export { strftime } from "./strftime.ts";
export { isUuidV4 } from "./uuid.ts";
