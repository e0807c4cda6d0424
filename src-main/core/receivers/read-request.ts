/** The body of a request to a receiver, as raw bytes, and its X-Signature, which is over those. */
import type { IncomingMessage } from 'node:http';
import { isNestedTooDeep } from '#shared/lib/nesting.ts';
import type { SignatureDetail } from '#shared/schemas/receiver-request.ts';
import { storableValue } from '../access-cookie.ts';
import { sign } from '../routing/signature.ts';

/** Kept in memory to be signed; what comes beyond is counted only, and its signature does not match. */
const keptBytes = 4 * 1024 * 1024;

export interface ReceivedBody {
  readonly bytes: Buffer;
  readonly byteLength: number;
  /** False when the client left before it had sent all. */
  readonly isComplete: boolean;
}

export const noBody: ReceivedBody = {
  bytes: Buffer.alloc(0),
  byteLength: 0,
  isComplete: true,
};

export function readWholeBody(request: IncomingMessage): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let byteLength = 0;
    const settle = () =>
      resolve({ bytes: Buffer.concat(chunks), byteLength, isComplete: request.complete });
    request.on('data', (chunk: Buffer) => {
      if (byteLength < keptBytes) chunks.push(chunk);
      byteLength += chunk.length;
    });
    request.once('end', settle).once('error', settle).once('close', settle);
  });
}

/** Header lines in the order and spelling of the wire. */
export const headerLines = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => {
    const name = rawHeaders[2 * index] ?? '';
    return [name, storableValue(name, rawHeaders[2 * index + 1] ?? '')];
  });

/**
 * The body as a receiver signs it that parses it first; null when it is not JSON, or nested deeper
 * than anything that is sent: parsing millions of levels takes seconds.
 */
function reserialised(body: Buffer): string | null {
  if (isNestedTooDeep(body)) return null;
  try {
    return JSON.stringify(JSON.parse(body.toString('utf8'))) ?? null;
  } catch {
    return null;
  }
}

/** In the two ways that receivers in the field do it. */
export function checkSignature(
  secret: string,
  given: string | undefined,
  body: Buffer,
): SignatureDetail {
  const text = reserialised(body);
  const expectedRaw = sign(secret, body);
  const expectedParsed = text === null ? null : sign(secret, text);
  const judge = (expected: string) =>
    given === undefined ? 'missing' : given === expected ? 'match' : 'mismatch';
  return {
    received: given ?? null,
    raw: judge(expectedRaw),
    parsed: expectedParsed === null ? 'not_json' : judge(expectedParsed),
    expectedRaw,
    expectedParsed,
  };
}
