import { timingSafeEqual } from 'node:crypto';
import { visibleText } from '#shared/lib/visible-text.ts';
import type { CheckedSignature, SignatureHint } from '#shared/schemas/signature.ts';
import { sign } from '../routing/signature.ts';

/** Any header line that ends in a digest. A different header name is reported as a hint. */
const headerLine = /^\s*([\w-]*signature[\w-]*)\s*:\s*(.*)$/is;

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

function messageOf(valid: boolean, observed: string, secret: string): string {
  if (secret === '') return 'The secret is empty, so requests carry no X-Signature.';
  if (valid) return 'Valid for this body and secret.';
  if (observed === '')
    return "Nothing to compare yet. Paste the X-Signature header or the receiver's digest.";
  return 'Not valid for this body and secret.';
}

/** Values that a receiver prints if the header is missing. */
const absentValue = /^(?:undefined|null|none|nil|<nil>|false)$/i;

function hintsOf(header: string, observed: string, valid: boolean): SignatureHint[] {
  if (absentValue.test(observed)) return [{ code: 'header_missing', found: observed }];
  if (!valid) return [];
  const name = headerLine.exec(header)?.[1];
  return name === undefined || name.toLowerCase() === 'x-signature'
    ? [{ code: 'header_lookup', found: name ?? null }]
    : [{ code: 'header_name', found: name }];
}

/**
 * Checks a signature against body and secret (spec 5). Ignores surrounding whitespace, which
 * belongs to the header.
 */
export function check(body: string | Buffer, secret: string, header: string): CheckedSignature {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const observed = (headerLine.exec(header)?.[2] ?? header).trim();
  const digest = sign(secret, bytes);
  const valid = secret !== '' && isSame(Buffer.from(digest), Buffer.from(observed));
  return {
    valid,
    hints: hintsOf(header, observed, valid),
    message: messageOf(valid, observed, secret),
    digest,
    hashed: {
      byteLength: bytes.length,
      text: visibleText(bytes.toString('utf8')),
      hex: bytes.toString('hex'),
    },
  };
}
