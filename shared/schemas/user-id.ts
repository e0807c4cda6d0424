import { z } from 'zod';

/** Longer than the ids of any system we know of; with it a call stays far below 32 KB (spec 8). */
const maxUserIdLength = 500;

/** Users in one call; more come as an import. */
export const maxListedUsers = 10_000;

/** The id of a user, exactly as it stands in `userId` of a message: 1 to 500 characters. */
export const UserId = z
  .string({ error: 'A user id must be a text.' })
  .min(1, 'A user id is empty: give it at least one character, or leave it out.')
  .max(maxUserIdLength, `A user id is too long: at most ${maxUserIdLength} characters.`)
  .refine(
    (id) => id.isWellFormed(),
    'A user id ends in the middle of a character: write the character whole.',
  );
export type UserId = z.infer<typeof UserId>;

/** User ids typed or pasted. */
export const UserIds = z
  .array(UserId, { error: 'userIds must be a list of texts.' })
  .max(maxListedUsers, 'At most 10,000 users go into one call: send several, or begin an import.');
