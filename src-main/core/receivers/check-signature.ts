/** X-Signature, checked in the two ways that receivers in the field do it. */

import { isNestedTooDeep } from '#shared/lib/nesting.ts';
import type { SignatureDetail } from '#shared/schemas/receiver-request.ts';
import { sign } from '../routing/signature.ts';

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
    given: given ?? null,
    raw: judge(expectedRaw),
    parsed: expectedParsed === null ? 'not_json' : judge(expectedParsed),
    expectedRaw,
    expectedParsed,
  };
}
