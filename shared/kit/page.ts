/** Keyset pagination, used by every list of the contract. */
import { z } from 'zod';

/** Keeps a response well under a megabyte. */
export const maxPageLimit = 500;

export const PageRequest = z.object({
  /** Maximum rows; default 50. */
  limit: z.coerce
    .number()
    .int('limit must be a whole number.')
    .min(1, 'limit must be at least 1.')
    .max(maxPageLimit, `limit must be at most ${maxPageLimit}.`)
    .default(50),
  /** `nextCursor` of the previous page; absent for the newest rows. */
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

/** Cursor of a list by row number, newest first: the page starts below this row, which may be any. */
export const cursorBelow = (rowId: number): string => rowId.toString(36);
