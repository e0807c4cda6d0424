/**
 * Files of users, read piece by piece, so that a million lines take no memory: begin one, append the
 * text in pieces of any cut, and say which is the last.
 */
import { z } from 'zod';
import { MembershipChange } from './computation.ts';
import { Id } from './name.ts';

/** Longest piece, in characters: one message of the interface stays about a megabyte. */
export const maxPieceLength = 1_048_576;

/** Bad lines told back; of the rest only the number is told. */
export const maxBadLines = 100;

export const ImportTarget = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('audience'), id: Id }),
    z.object({ kind: z.literal('trait'), id: Id }),
    /** A deletion request that was not started yet. */
    z.object({ kind: z.literal('deletion'), id: Id }),
  ],
  { error: 'The kind of the target must be "audience", "trait" or "deletion".' },
);
export type ImportTarget = z.infer<typeof ImportTarget>;

export const NewImport = z.object({
  target: ImportTarget,
  /**
   * `csv`: the user id in the column `userId` or `user_id` where the first line names columns, else in
   * the first one; the value of a trait likewise in `value` or the second one. A field in quotes may
   * hold line breaks. `jsonl`: on each line a user id, or an object with `userId` and, for a trait,
   * `value`.
   */
  format: z.enum(['csv', 'jsonl'], { error: 'format must be "csv" or "jsonl".' }),
  /**
   * `replace` makes the file's users the only ones, in one step with the last piece; it changes
   * nothing if no line is valid. Default `add`; deletion requests only add.
   */
  mode: z
    .enum(['add', 'remove', 'replace'], { error: 'mode must be "add", "remove" or "replace".' })
    .default('add'),
});
export type NewImport = z.infer<typeof NewImport>;

export const AppendLines = z.object({
  id: Id,
  text: z
    .string({ error: 'text must be a piece of the file.' })
    .max(maxPieceLength, 'text is too long: append at most 1,048,576 characters at a time.'),
  /** The file ends with this piece. */
  last: z.boolean({ error: 'last must be true or false.' }).default(false),
});
export type AppendLines = z.infer<typeof AppendLines>;

export const BadLineCode = z.literal('line_too_long');
export type BadLineCode = z.infer<typeof BadLineCode>;

export const BadLine = z.object({
  /** Lines count from 1; of a record with several it is the first one. */
  line: z.number().int(),
  /** Absent when the reason is enough. */
  code: BadLineCode.optional(),
  reason: z.string(),
});
export type BadLine = z.infer<typeof BadLine>;

/** How far an import is. Empty lines are passed over. */
export const ImportProgress = MembershipChange.extend({
  id: Id,
  state: z.enum(['open', 'done']),
  /** Lines read so far. */
  lines: z.number().int(),
  badLineCount: z.number().int(),
  /** The first 100 of them. */
  badLines: z.array(BadLine),
});
export type ImportProgress = z.infer<typeof ImportProgress>;
