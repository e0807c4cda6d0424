/** Which messages of a socket the RPC handler can decode. It writes a stack trace for each other one. */
import { z } from 'zod';

/** As in `@orpc/standard-server-peer`. */
const eventMessage = 3;
const abortMessage = 4;

const isText = (value: unknown): boolean => typeof value === 'string';

/** Ends at the first wrong value: a schema would have a problem for each of millions. */
function areHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every(
    (header) => isText(header) || (Array.isArray(header) && header.every(isText)),
  );
}

const Call = z.object({
  i: z.string(),
  t: z.literal(1).optional(),
  p: z.object({
    u: z.string().refine((url) => URL.canParse(url, url.startsWith('/') ? 'http://a' : undefined)),
    h: z.custom(areHeaders).optional(),
    m: z.string().optional(),
  }),
});
const Message = z.union([
  Call,
  z.object({ i: z.string(), t: z.literal(eventMessage), p: z.object({}) }),
  z.object({ i: z.string(), t: z.literal(abortMessage) }),
]);

/** Between the JSON and the bytes of a binary message. */
const delimiter = 0xff;

/** `data` is text, or the bytes of a binary message. */
export function isRpcMessage(data: unknown): boolean {
  try {
    if (typeof data === 'string') return Message.safeParse(JSON.parse(data)).success;
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer);
    const end = bytes.indexOf(delimiter);
    const json = bytes.subarray(0, end === -1 ? bytes.length : end).toString('utf8');
    return Message.safeParse(JSON.parse(json)).success;
  } catch {
    return false;
  }
}
