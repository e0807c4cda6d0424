/** A request read from a cURL command or a HAR. */
import { z } from 'zod';
import { Bytes, SentRequest } from '#shared/deliveries/delivery.ts';

/** In characters: keeps a message of the interface to about a megabyte. */
const maxTextLength = 1_048_576;

/** Maximum entries listed. Others can still be read by their number. */
export const maxListedEntries = 500;

export const RequestText = z.object({
  /** A cURL command for a POSIX shell, or a HAR. */
  text: z
    .string({ error: 'text must be a cURL command or a HAR.' })
    .max(
      maxTextLength,
      'text is too long: at most 1,048,576 characters. Keep only the entry to read.',
    ),
  /** Number of a HAR's entry, from 1. */
  entry: z
    .int({ error: 'entry must be the number of an entry.' })
    .min(1, 'entry must be at least 1.')
    .optional(),
});
export type RequestText = z.infer<typeof RequestText>;

export const ReadRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    /** Without headers of the connection, such as Host. */
    request: SentRequest,
    body: Bytes,
  }),
  z.object({
    /** The HAR has several entries: pass the number of one. */
    kind: z.literal('entries'),
    entries: z.array(z.object({ entry: z.number().int(), method: z.string(), url: z.string() })),
    entryCount: z.number().int(),
  }),
]);
export type ReadRequest = z.infer<typeof ReadRequest>;
