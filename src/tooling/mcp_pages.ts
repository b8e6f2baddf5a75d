/**
 * Lists that a server gives out page by page.
 * @module
 */

/** The most pages of a list that are read: with the usual 50 to 1,000 items a page, far more than a server has. */
export const MAX_PAGES = 1_000;

/** One page: its items and where the next one begins. */
export interface Page {
  /** The items as the server sent them. */
  items: unknown[];
  /** The next page's cursor; any text, the empty one too (MCP: opaque); absent on the last page. */
  next?: string;
}

/**
 * Every item of a list. Stops at a cursor that was seen before, as from a server that ignores cursors or never advances them; then
 * `onRepeat` hears it. Items with a key that was seen before are dropped: such a server sends the same page twice.
 * @param fetchPage gets one page; without a cursor the first
 * @param keyOf what makes an item unique; an item without one is dropped
 * @throws what `fetchPage` throws, or when the list has more than `MAX_PAGES` pages
 */
export async function readPages<T>(
  fetchPage: (cursor: string | undefined) => Promise<Page>,
  keyOf: (item: unknown) => T | undefined,
  onRepeat: (cursor: string) => void,
): Promise<Map<T, unknown>> {
  const found = new Map<T, unknown>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await fetchPage(cursor);
    for (const item of page.items) {
      const key = keyOf(item);
      if (key !== undefined && !found.has(key)) found.set(key, item);
    }
    cursor = page.next;
    if (cursor === undefined) return found;
    if (cursors.has(cursor)) {
      onRepeat(cursor);
      return found;
    }
    cursors.add(cursor);
  }
  throw new Error(`the list did not end after ${MAX_PAGES} pages`);
}
