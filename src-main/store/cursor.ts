import { fieldError } from '#main/kit/app-error.ts';
import { cursorBelow } from '#shared/kit/page.ts';

/**
 * Cursors of lists ordered by row number, newest first. A cursor is the row number of the last
 * item.
 */
export const writeCursor = cursorBelow;

/** Returns the row number that the page starts below. Without a cursor, all rows. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const id = /^[0-9a-z]{1,11}$/.test(cursor) ? Number.parseInt(cursor, 36) : Number.NaN;
  if (!Number.isSafeInteger(id))
    throw fieldError(['cursor'], 'cursor is not valid for this list. Use nextCursor of a page.');
  return id;
}

/** Creates a page from `limit` + 1 rows. The extra row indicates another page. */
export function toPage<Row extends { readonly id: number }>(rows: readonly Row[], limit: number) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: rows.length > limit && last !== undefined ? writeCursor(last.id) : null,
  };
}
