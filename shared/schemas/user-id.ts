import { z } from 'zod';

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
