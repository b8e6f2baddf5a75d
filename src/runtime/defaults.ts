/**
 * What entries mean that say nothing.
 * @module
 */

/** The default memory cap of a brain process in MB (design §4.1). */
export const DEFAULT_MEMORY_MB = 512;
