/** Digests in a format other than 40 lowercase hexadecimal digits. */
import { encodingName, headerFormat, headerName } from '../fixes.ts';
import type { Mistake, Sentence } from './mistake.ts';

/** Removes one format. Returns undefined if the text doesn't have it. */
export interface FormatMistake extends Mistake {
  readonly read: (text: string) => string | undefined;
}

/** What is wrong, and what is right. */
const message =
  (what: string, fix: 'hex' | 'whole_header'): Sentence =>
  ({ profile }) => {
    const header = headerFormat(profile);
    const whole = header === '…' ? 'is the bare digest' : `has the format ${header}`;
    const right = fix === 'hex' ? `has ${encodingName(profile)}` : whole;
    return `The digest ${what}; ${headerName(profile)} ${right}.`;
  };

const format = (
  code: string,
  what: string,
  fix: 'hex' | 'whole_header',
  read: FormatMistake['read'],
  language?: Mistake['language'],
): FormatMistake => ({
  ...{ code, message: message(what, fix), fix, read },
  ...(language && { language }),
});

const isHexDigest = (text: string): boolean => /^(?:[\da-f]{2}){16,64}$/.test(text);

/** Digest lengths of the known hash functions, in bytes. */
const digestLengths = new Set([16, 20, 28, 32, 48, 64]);

const hexOf = (bytes: Buffer): string | undefined =>
  digestLengths.has(bytes.length) ? bytes.toString('hex') : undefined;

/** Lists such as [75, 125, -93] (signed), [75 125 163] (Go) or []byte{0x4b, 0x7d, 0xa3}. */
function byteList(text: string): string | undefined {
  const list =
    /^(?:&|\{"type":"Buffer","data":)?[[{]?\s*(-?\d{1,3}(?:(?:\s*,\s*| )-?\d{1,3})+)\s*[\]}]{0,2}$/.exec(
      text,
    )?.[1] ?? /^\[\d*\](?:byte|uint8)\{((?:0x[\da-f]{1,2}(?:, )?)+)\}$/.exec(text)?.[1];
  const numbers = list?.split(/[\s,]+/).map(Number);
  if (numbers?.every((number) => number >= -128 && number <= 255) !== true) return undefined;
  return hexOf(Buffer.from(numbers.map((number) => number & 0xff)));
}

const base64 = (text: string): string | undefined =>
  /^[A-Za-z\d+/]{22,}={0,2}$/.test(text) ? hexOf(Buffer.from(text, 'base64')) : undefined;

const base64url = (text: string): string | undefined =>
  /^[\w-]{22,}={0,2}$/.test(text) && /[-_]/.test(text)
    ? hexOf(Buffer.from(text, 'base64url'))
    : undefined;

function base64OfHex(text: string): string | undefined {
  if (!/^[A-Za-z\d+/]{40,}={0,2}$/.test(text)) return undefined;
  const inner = Buffer.from(text, 'base64').toString('latin1');
  return isHexDigest(inner) ? inner : undefined;
}

function hexTwice(text: string): string | undefined {
  if (!/^(?:[\da-fA-F]{2}){32,}$/.test(text)) return undefined;
  const inner = Buffer.from(text, 'hex').toString('latin1');
  return isHexDigest(inner) ? inner : undefined;
}

/** C#'s BitConverter writes 4B-7D-53; others write 4b:7d:53. */
function separated(text: string): string | undefined {
  return /^[\da-fA-F]{2}(?:([-: ])[\da-fA-F]{2})(?:\1[\da-fA-F]{2}){14,}$/.test(text)
    ? text.replace(/[-: ]/g, '').toLowerCase()
    : undefined;
}

const lowerCased = (text: string): string | undefined =>
  /^[\da-fA-F]+$/.test(text) && /[A-F]/.test(text) ? text.toLowerCase() : undefined;

/** A big integer loses its leading zeros. Each known length is tried. */
const paddedTo =
  (digits: number): FormatMistake['read'] =>
  (text) =>
    /^[1-9a-f][\da-f]*$/.test(text) && text.length < digits && text.length >= digits - 8
      ? text.padStart(digits, '0')
      : undefined;

const rawText = (text: string): string | undefined =>
  /[^\t\n\r -~]/.test(text) && /^[\0-\xff]*$/.test(text)
    ? hexOf(Buffer.from(text, 'latin1'))
    : undefined;

const pythonEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Raw bytes as printed between the quotes of b'…'. */
function pythonUnescaped(text: string): string | undefined {
  const bytes = text.replace(/\\(?:x([\da-f]{2})|(.))/gs, (_, hex?: string, other?: string) =>
    hex === undefined
      ? (pythonEscapes[other ?? ''] ?? other ?? '')
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return isHexDigest(text) ? undefined : hexOf(Buffer.from(bytes, 'latin1'));
}

function urlDecoded(text: string): string | undefined {
  if (!/%[\da-fA-F]{2}/.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const formatMistakes: readonly FormatMistake[] = [
  format('format_upper_case', 'is uppercase', 'hex', lowerCased),
  format('format_base64', 'is base64', 'hex', base64),
  format('format_base64url', 'is base64url', 'hex', base64url),
  format(
    'format_prefix',
    'has a prefix such as "sha1="',
    'whole_header',
    (text) => /^[A-Za-z][\w-]*=(?=.)(.{8,})$/s.exec(text)?.[1],
  ),
  format(
    'format_authorization',
    'follows a scheme, as in an Authorization header',
    'whole_header',
    // Accepts the complete header line, as for X-Signature.
    (text) =>
      /^(?:authorization:\s*)?[a-z][\w-]*(?: +|:)(?:[^,]*?\bsignature="?)?([^\s",]{8,})"?$/is.exec(
        text,
      )?.[1],
  ),
  format(
    'format_timestamped',
    'is part of a list such as "t=…,v1=…"',
    'whole_header',
    (text) => /^t=\d+,\s*v\d=([^,\s]+)/.exec(text)?.[1],
  ),
  format(
    'format_quoted',
    'has quotes around it',
    'whole_header',
    (text) => /^(["'])(.+)\1$/s.exec(text)?.[2],
  ),
  format(
    'format_white_space',
    'has whitespace or a line break around it',
    'whole_header',
    (text) => (text.trim() === text ? undefined : text.trim()),
  ),
  format('format_0x', 'starts with "0x"', 'hex', (text) => /^0x(.+)$/i.exec(text)?.[1]),
  format('format_separated', 'has a separator between its bytes', 'hex', separated, 'csharp'),
  format(
    'format_python_bytes',
    "is printed as b'…'",
    'hex',
    (text) => {
      const inner = /^b(["'])(.+)\1$/s.exec(text)?.[2];
      return inner && (pythonUnescaped(inner) ?? inner);
    },
    'python',
  ),
  format('format_byte_list', 'is a list of numbers', 'hex', byteList),
  format(
    'format_buffer',
    'is printed as <Buffer …>',
    'hex',
    (text) => /^<Buffer ((?:[\da-f]{2} ?)+)>$/.exec(text)?.[1]?.replaceAll(' ', ''),
    'node',
  ),
  format('format_raw', 'is raw bytes read as characters', 'hex', rawText),
  format('format_base64_of_hex', 'is hexadecimal, then base64-encoded', 'hex', base64OfHex),
  format('format_hex_twice', 'is hex-encoded twice', 'hex', hexTwice),
  format('format_url_encoded', 'is URL-encoded', 'whole_header', urlDecoded),
  ...[40, 64, 32, 128, 96, 56].map((digits) =>
    format(
      'format_leading_zeros',
      'lost its leading zeros, as a big integer does',
      'hex',
      paddedTo(digits),
      'java',
    ),
  ),
];

/** A format that can't be reversed. It is generated from each digest and compared. */
export interface WrittenFormat extends Mistake {
  readonly write: (digest: Buffer) => string;
}

const written = (
  code: string,
  what: string,
  write: WrittenFormat['write'],
  language?: Mistake['language'],
): WrittenFormat => ({
  ...{ code, message: message(what, 'hex'), fix: 'hex', write },
  ...(language && { language }),
});

export const writtenFormats: readonly WrittenFormat[] = [
  written('format_unpadded_bytes', 'lost a zero in every byte below 16', (digest) =>
    [...digest].map((byte) => byte.toString(16)).join(''),
  ),
  written(
    'format_signed_bytes',
    'was formatted from signed bytes (ffffffa3 for a3)',
    (digest) =>
      [...digest].map((byte) => `${byte > 0x7f ? 'ffffff' : ''}${byte.toString(16)}`).join(''),
    'java',
  ),
  written('format_raw_decoded', 'is raw bytes read as UTF-8', (digest) => digest.toString('utf8')),
];

/** Of profiles that write digests in base64. */
export const hexInsteadOfBase64: Mistake = {
  ...{ code: 'format_hex', message: message('is hexadecimal', 'hex'), fix: 'hex' },
};

export const truncated: Mistake = {
  code: 'format_truncated',
  message: () => 'The digest is truncated: only a part of it was kept or compared.',
  fix: 'whole_header',
};

/** Fewer digits could match by chance. */
export const minDigits = 8;
