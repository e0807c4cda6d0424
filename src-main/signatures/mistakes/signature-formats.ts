/** Signatures of key pairs in a format other than that of their provider. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { encodingName, headerName } from '../fixes.ts';
import type { ContentScheme } from '../signing/profile-signature.ts';
import type { Mistake } from './mistake.ts';

const rightFormat = (profile: ProviderProfile): string =>
  `${profile.signature.kind === 'ecdsa_p256' ? 'DER in ' : ''}${encodingName(profile)}`;

const format = (code: string, what: string): Mistake => ({
  code,
  message: ({ profile }) =>
    `The signature is ${what}; ${headerName(profile)} has ${rightFormat(profile)}.`,
  fix: (profile) => `Write the signature as ${rightFormat(profile)}.`,
});

const hex = format('format_hex', 'hexadecimal');
const upperCase = format('format_upper_case', 'uppercase');
const base64 = format('format_base64', 'base64');
const base64url = format('format_base64url', 'base64url');
/** As WebCrypto and libraries for JSON Web Tokens write it, in any encoding. */
const p1363 = format('format_p1363', 'r and s without DER (IEEE P1363)');

/** A positive number in DER. */
function derInteger(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.subarray(start === -1 ? bytes.length - 1 : start);
  const content = (digits[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.alloc(1), digits]) : digits;
  return Buffer.concat([Buffer.from([0x02, content.length]), content]);
}

function derOf(bytes: Buffer): Buffer {
  const numbers = [derInteger(bytes.subarray(0, 32)), derInteger(bytes.subarray(32))];
  const content = Buffer.concat(numbers);
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
}

/** A signature as it should be, and what is wrong with its format. */
export interface DecodedSignature {
  readonly bytes: Buffer;
  readonly mistakes: readonly Mistake[];
}

/** Empty for a text in no known encoding. */
export function decodeSignature(
  { kind, encoding }: ContentScheme,
  text: string,
): readonly DecodedSignature[] {
  const isHex = /^(?:[\da-f]{2}){64,}$/i.test(text);
  if (!isHex && !/^[\w+/-]+={0,2}$/.test(text)) return [];
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64');
  if (kind === 'ecdsa_p256' && bytes.length === 64)
    return [{ bytes: derOf(bytes), mistakes: [p1363] }];
  if (bytes.toString(encoding) === text) return [{ bytes, mistakes: [] }];
  const other = bytes.toString('base64') === text ? base64 : base64url;
  return [{ bytes, mistakes: [isHex ? (encoding === 'hex' ? upperCase : hex) : other] }];
}
