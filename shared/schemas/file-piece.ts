/** A piece of a file to import. */
import { z } from 'zod';
import { Id } from './name.ts';

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
