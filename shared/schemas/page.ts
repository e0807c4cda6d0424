/** Keyset pages: every list of the contract is asked for and answered in this form. */
import { z } from 'zod';

/** Longest page: keeps one answer well under a megabyte. */
export const maxPageLimit = 500;

export const PageRequest = z.object({
  /** How many rows at most; default 50. */
  limit: z.coerce
    .number()
    .int('limit must be a whole number.')
    .min(1, 'limit must be at least 1.')
    .max(maxPageLimit, `limit must be at most ${maxPageLimit}.`)
    .default(50),
  /** `nextCursor` of the page before; absent for the newest rows. */
  cursor: z.string().max(200).optional(),
});
export type PageRequest = z.infer<typeof PageRequest>;

/** A page of `item`s, newest first; `nextCursor` is null on the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/**
 * The cursor of a list that is ordered by row number, newest first: its page begins below this row.
 * Whoever knows a row's number can so begin anywhere, not only where a page has ended.
 */
export const cursorBelow = (rowId: number): string => rowId.toString(36);
