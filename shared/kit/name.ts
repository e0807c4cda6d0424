/** Fields that many schemas have. */
import { z } from 'zod';
import { visibleLine } from './visible-text.ts';
import { maxUrlLength } from './webhook-url.ts';

/**
 * A name of 1 to 100 characters without surrounding whitespace, and without characters that break lines or change the
 * direction of the text around it.
 */
export const Name = z
  .string({
    error: ({ input }) =>
      input === undefined ? 'Name is missing. Add one.' : 'Name must be a string.',
  })
  .trim()
  .min(1, 'Name is empty. Enter at least one character.')
  .max(100, 'Name is too long: at most 100 characters.')
  .refine((name) => visibleLine(name) === name, {
    error: ({ input }) =>
      `Name has an invisible character: ${visibleLine(String(input))}. Remove it.`,
  });
export type Name = z.infer<typeof Name>;

/** The last time that a Date can have; the first is as far before 1970. */
const maxTimestamp = 8.64e15;

/**
 * A time on the virtual clock, in milliseconds since the epoch (D34). REST has it as ISO 8601 text:
 * `timestamps.ts`.
 */
export const Timestamp = z.number().int().min(-maxTimestamp).max(maxTimestamp);
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

/** A URL that names one of a destination. */
export const ChosenUrl = z
  .string()
  .max(maxUrlLength, `A URL is too long: at most ${maxUrlLength} characters.`);

/** Text in the language of `shared/filter`, parsed by the core; errors name the position. */
export const FilterString = z.string({ error: 'filter must be a string.' });

/** Longer than IDs of any known system, and keeps messages far below 32 KB (spec 8). */
export const maxUserIdLength = 500;

/** Users per request; imports take more. */
export const maxListedUsers = 10_000;

/** `userId` of messages: 1 to 500 characters. */
export const UserId = z
  .string({ error: 'A user ID must be a string.' })
  .min(1, 'A user ID is empty. Enter at least one character or remove it.')
  .max(maxUserIdLength, `A user ID is too long: at most ${maxUserIdLength} characters.`)
  .refine((id) => id.isWellFormed(), 'A user ID has an incomplete character. Correct the text.');
export type UserId = z.infer<typeof UserId>;

export const UserIds = z
  .array(UserId, { error: 'userIds must be a list of strings.' })
  .max(maxListedUsers, 'At most 10,000 users are allowed per request. Use an import for more.');

const flagText = z.stringbool();

/** A boolean, as text in a query: `?plan=true`. */
export const flag = (name: string) =>
  z.preprocess(
    (value: boolean | string) => flagText.safeParse(value).data ?? value,
    z.boolean({ error: `${name} must be true or false.` }),
  );
