/**
 * Functions without a world: they read no clock, file or network, so the host and brain processes share them.
 * @module
 */

export { decodeBase64, encodeBase64 } from "./base64.ts";
export { blockHead, BlockSplitter } from "./blocks.ts";
export { isCutOff } from "./finish_reason.ts";
export { isJson } from "./is_json.ts";
export { sortedJson } from "./json.ts";
export { LineSplitter, LineTooLongError } from "./lines.ts";
export { memoryCost } from "./memory_cost.ts";
export { strftime } from "./strftime.ts";
export { utf8Length } from "./utf8_length.ts";
