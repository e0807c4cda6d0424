import { timingSafeEqual } from 'node:crypto';
import { visibleText } from '#shared/lib/visible-text.ts';
import type { CheckedSignature } from '#shared/schemas/signature.ts';
import { sign } from '../destination/signature.ts';
import { headerValue } from './diagnose.ts';

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

function sentenceOf(valid: boolean, observed: string, secret: string): string {
  if (secret === '')
    return 'The secret is empty: no X-Signature is sent then, and there is nothing to check.';
  if (valid) return 'Valid: the signature was made with this secret over exactly these bytes.';
  if (observed === '')
    return 'There is nothing to compare with yet: paste the X-Signature, or what the receiver computed.';
  return 'Not valid: the signature is not that of these bytes under this secret.';
}

/** Whether a signature is the one that body and secret give (spec 5). White space around it is that of the header, and does not count. */
export function check(body: string | Buffer, secret: string, given: string): CheckedSignature {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const observed = headerValue(given).trim();
  const digest = sign(secret, bytes);
  const valid = secret !== '' && isSame(Buffer.from(digest), Buffer.from(observed));
  return {
    valid,
    sentence: sentenceOf(valid, observed, secret),
    digest,
    hashed: {
      byteLength: bytes.length,
      text: visibleText(bytes.toString('utf8')),
      hex: bytes.toString('hex'),
    },
  };
}
