/**
 * The program inside a brain process.
 * @module
 */

export { main } from "./main.ts";
