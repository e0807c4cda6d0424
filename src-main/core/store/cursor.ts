import { cursorBelow } from '#shared/schemas/page.ts';
import { fieldError } from '../app-error.ts';

/** Cursors of lists ordered by row number, newest first: the number of the last row given out. */
export const writeCursor = cursorBelow;

/** Row number below which the page begins; without a cursor, all rows. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const id = /^[0-9a-z]{1,11}$/.test(cursor) ? Number.parseInt(cursor, 36) : Number.NaN;
  if (!Number.isSafeInteger(id))
    throw fieldError(['cursor'], 'cursor is not valid for this list. Use nextCursor of a page.');
  return id;
}

/** Turns one row more than asked into a page that knows whether there is a next one. */
export function toPage<Row extends { readonly id: number }>(rows: readonly Row[], limit: number) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: rows.length > limit && last !== undefined ? writeCursor(last.id) : null,
  };
}
