/** Files of users, appended in pieces split anywhere, so that memory stays bounded for a million lines. */
import { z } from 'zod';
import { BadLine } from '#shared/kit/line-problem.ts';
import { Id } from '#shared/kit/name.ts';
import { MembershipChange } from './computation.ts';

/** Invalid lines that are listed; others are only counted. */
export const maxBadLines = 100;

export const ImportTarget = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('audience'), id: Id }),
    z.object({ kind: z.literal('trait'), id: Id }),
    /** A draft. */
    z.object({ kind: z.literal('deletion'), id: Id }),
  ],
  { error: 'The kind of the target must be "audience", "trait" or "deletion".' },
);
export type ImportTarget = z.infer<typeof ImportTarget>;

export const NewImport = z.object({
  target: ImportTarget,
  /**
   * `csv`: the user ID is in the column `userId` or `user_id`, or in the first column without a header;
   * the value of a trait in `value` or the second one. `jsonl`: a user ID per line, or an object with
   * `userId` and, for a trait, `value`.
   */
  format: z.enum(['csv', 'jsonl'], { error: 'format must be "csv" or "jsonl".' }),
  /**
   * `replace` replaces all users in one step with the last piece, or none if no line is valid. Default
   * `add`; deletion requests only add.
   */
  mode: z
    .enum(['add', 'remove', 'replace'], { error: 'mode must be "add", "remove" or "replace".' })
    .default('add'),
});
export type NewImport = z.infer<typeof NewImport>;

/** Progress; empty lines are skipped. */
export const ImportProgress = MembershipChange.extend({
  id: Id,
  state: z.enum(['open', 'done']),
  /** Lines read so far. */
  lines: z.number().int(),
  badLineCount: z.number().int(),
  /** The first 100. */
  badLines: z.array(BadLine),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

/** In characters: keeps a message of the interface to about a megabyte. */
const maxPieceLength = 1_048_576;

export const FilePiece = z.object({
  /** Of the import. */
  id: Id,
  text: z
    .string({ error: 'text must be a piece of the file.' })
    .max(maxPieceLength, 'text is too long: append at most 1,048,576 characters at a time.'),
  /** The file ends with this piece. */
  last: z.boolean({ error: 'last must be true or false.' }).default(false),
});
export type FilePiece = z.infer<typeof FilePiece>;
