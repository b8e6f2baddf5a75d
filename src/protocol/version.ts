/**
 * The program's version.
 * @module
 */

/** The version of this program, as in `deno.json`; a brain process names it in its `ready` frame. */
export const VERSION = "0.1.0";
