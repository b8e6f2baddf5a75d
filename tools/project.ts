/**
 * Where the sources are.
 * @module
 */

import { fileURLToPath } from "node:url";

/** The project's folder, absolute, without a slash at its end. */
export const projectRoot: string = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
