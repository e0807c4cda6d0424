/** Digests in a format other than 40 lowercase hexadecimal digits. */
import type { Mistake } from './mistake.ts';

/** Removes one format. Returns undefined if the text doesn't have it. */
export interface FormMistake extends Mistake {
  readonly read: (text: string) => string | undefined;
}

const form = (
  code: string,
  message: string,
  fix: Mistake['fix'],
  read: FormMistake['read'],
  language?: Mistake['language'],
): FormMistake => ({ code, message, fix, read, ...(language && { language }) });

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
  (digits: number): FormMistake['read'] =>
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

export const formMistakes: readonly FormMistake[] = [
  form('form_upper_case', 'The digest is uppercase; X-Signature is lowercase.', 'hex', lowerCased),
  form('form_base64', 'The digest is base64; X-Signature is hexadecimal.', 'hex', base64),
  form('form_base64url', 'The digest is base64url; X-Signature is hexadecimal.', 'hex', base64url),
  form(
    'form_prefix',
    'The digest has a prefix such as "sha1="; X-Signature is the bare digest.',
    'whole_header',
    (text) => /^[A-Za-z][\w-]*=(?=.)(.{8,})$/s.exec(text)?.[1],
  ),
  form(
    'form_authorization',
    'The digest follows a scheme, as in an Authorization header; X-Signature is the bare digest.',
    'whole_header',
    // Accepts the complete header line, as for X-Signature.
    (text) =>
      /^(?:authorization:\s*)?[a-z][\w-]*(?: +|:)(?:[^,]*?\bsignature="?)?([^\s",]{8,})"?$/is.exec(
        text,
      )?.[1],
  ),
  form(
    'form_timestamped',
    'The digest is part of a list such as "t=…,v1=…"; X-Signature is the bare digest.',
    'whole_header',
    (text) => /^t=\d+,\s*v\d=([^,\s]+)/.exec(text)?.[1],
  ),
  form(
    'form_quoted',
    'The digest has quotes around it; X-Signature is the bare digest.',
    'whole_header',
    (text) => /^(["'])(.+)\1$/s.exec(text)?.[2],
  ),
  form(
    'form_white_space',
    'The digest has whitespace or a line break around it; X-Signature is the bare digest.',
    'whole_header',
    (text) => (text.trim() === text ? undefined : text.trim()),
  ),
  form(
    'form_0x',
    'The digest starts with "0x"; X-Signature is the bare digest.',
    'hex',
    (text) => /^0x(.+)$/i.exec(text)?.[1],
  ),
  form(
    'form_separated',
    'The digest has a separator between its bytes; X-Signature has none and is lowercase.',
    'hex',
    separated,
    'csharp',
  ),
  form(
    'form_python_bytes',
    "The digest is printed as b'…'; X-Signature is the bare digest.",
    'hex',
    (text) => {
      const inner = /^b(["'])(.+)\1$/s.exec(text)?.[2];
      return inner && (pythonUnescaped(inner) ?? inner);
    },
    'python',
  ),
  form(
    'form_byte_list',
    'The digest is a list of numbers; X-Signature is hexadecimal.',
    'hex',
    byteList,
  ),
  form(
    'form_buffer',
    'The digest is printed as <Buffer …>; X-Signature is hexadecimal.',
    'hex',
    (text) => /^<Buffer ((?:[\da-f]{2} ?)+)>$/.exec(text)?.[1]?.replaceAll(' ', ''),
    'node',
  ),
  form(
    'form_raw',
    'The digest is raw bytes read as characters; X-Signature is hexadecimal.',
    'hex',
    rawText,
  ),
  form(
    'form_base64_of_hex',
    'The digest is hexadecimal, then base64-encoded; X-Signature is only hexadecimal.',
    'hex',
    base64OfHex,
  ),
  form(
    'form_hex_twice',
    'The digest is hex-encoded twice; X-Signature is hex-encoded once.',
    'hex',
    hexTwice,
  ),
  form(
    'form_url_encoded',
    'The digest is URL-encoded; X-Signature is not.',
    'whole_header',
    urlDecoded,
  ),
  ...[40, 64, 32, 128, 96, 56].map((digits) =>
    form(
      'form_leading_zeros',
      'The digest lost its leading zeros, as a big integer does; X-Signature has all 40 digits.',
      'hex',
      paddedTo(digits),
      'java',
    ),
  ),
];

/** A format that can't be reversed. It is generated from each digest and compared. */
export interface WrittenForm extends Mistake {
  readonly write: (digest: Buffer) => string;
}

export const writtenForms: readonly WrittenForm[] = [
  {
    code: 'form_unpadded_bytes',
    message:
      'The digest lost a zero in every byte below 16; X-Signature has two digits for every byte.',
    fix: 'hex',
    write: (digest) => [...digest].map((byte) => byte.toString(16)).join(''),
  },
  {
    code: 'form_signed_bytes',
    message:
      'The digest was formatted from signed bytes (ffffffa3 for a3); X-Signature has two digits per byte.',
    fix: 'hex',
    language: 'java',
    write: (digest) =>
      [...digest].map((byte) => `${byte > 0x7f ? 'ffffff' : ''}${byte.toString(16)}`).join(''),
  },
  {
    code: 'form_raw_decoded',
    message: 'The digest is raw bytes read as UTF-8; X-Signature is hexadecimal.',
    fix: 'hex',
    write: (digest) => digest.toString('utf8'),
  },
];

export const truncated: Mistake = {
  code: 'form_truncated',
  message: 'The digest is truncated: only a part of it was kept or compared.',
  fix: 'whole_header',
};

/** Fewer digits could match by chance. */
export const fewestDigits = 8;
