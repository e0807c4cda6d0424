import { z } from 'zod';

/** A name of 1 to 100 characters without surrounding whitespace. */
export const Name = z
  .string({
    error: ({ input }) =>
      input === undefined ? 'Name is missing. Add one.' : 'Name must be a string.',
  })
  .trim()
  .min(1, 'Name is empty. Enter at least one character.')
  .max(100, 'Name is too long: at most 100 characters.');
export type Name = z.infer<typeof Name>;

/**
 * A time on the virtual clock, in milliseconds since the epoch (D34). REST has it as ISO 8601 text:
 * `shared/contract/timestamps`.
 */
export const Timestamp = z.number().int();
export type Timestamp = z.infer<typeof Timestamp>;

/** Row number of a message, delivery or rejected request. Arrives as text in a REST path. */
export const RowId = z.coerce
  .number()
  .int('ID must be a whole number.')
  .positive('ID must be a positive number.')
  .max(Number.MAX_SAFE_INTEGER, 'ID is too large.');
export type RowId = z.infer<typeof RowId>;

/** Identifier of a source or destination, such as `src_4kz0…`. */
export const Id = z.string().min(1).max(64);
export type Id = z.infer<typeof Id>;
