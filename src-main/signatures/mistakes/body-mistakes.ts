/** Mistakes that change the body's encoding, add to it, or replace it. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync } from 'node:zlib';
import { deflate, deflateRaw } from 'pako';
import { members, splitCharacters } from './body-parts.ts';
import { formBodyMistakes, formFieldsOf } from './form-body-mistakes.ts';
import { gzipped, nodeGzipped, systemGzipped } from './gzip.ts';
import { type Body, type BodyMistake, did } from './mistake.ts';

type Change = BodyMistake['change'];

/** `what` was hashed instead of the body. */
const body = (
  code: string,
  what: string,
  change: Change,
  language?: BodyMistake['language'],
): BodyMistake => ({
  ...{ code, message: did(`hashed ${what}`), fix: 'raw_body', change },
  ...(language && { language }),
});

// What encoders write for characters that ASCII or Latin-1 doesn't have.

/**
 * An ASCII or Latin-1 encoder writes "?" for characters that it can't represent: most write one per
 * character, .NET one per UTF-16 unit.
 */
const questionMarks = (text: string, last: number): readonly string[] =>
  [/[^\0-\x7f]/gu, /[^\0-\x7f]/g].map((unit) =>
    text.replace(unit, (found) => ((found.codePointAt(0) ?? 0) > last ? '?' : found)),
  );

/** What an encoder of Python or PHP writes instead of "?". */
const replaced = (
  text: string,
  last: number,
  write: (codePoint: number, character: string) => string,
): string =>
  text.replace(/[^\0-\x7f]/gu, (found) => {
    const codePoint = found.codePointAt(0) ?? 0;
    return codePoint > last ? write(codePoint, found) : found;
  });

const hexOf = (codePoint: number, digits: number): string =>
  codePoint.toString(16).padStart(digits, '0');

/** `errors="backslashreplace"`. */
const backslashed = (codePoint: number): string =>
  codePoint > 0xffff
    ? `\\U${hexOf(codePoint, 8)}`
    : codePoint > 0xff
      ? `\\u${hexOf(codePoint, 4)}`
      : `\\x${hexOf(codePoint, 2)}`;

const bom = '\ufeff';

const windows1252 = new TextDecoder('windows-1252');

const formEncoded = (text: string): string =>
  new URLSearchParams([['', text]]).toString().slice('='.length);

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** JavaScript keeps !'()* unescaped, PHP escapes them, and Python keeps the slash. */
function percentEncoded(javascript: string): readonly string[] {
  const php = javascript.replace(/[!'()*]/g, percent);
  return [javascript, php, php.replaceAll('%2F', '/')];
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Also parses strings inside the body that are JSON. */
function parsedTwice({ text }: Body): string | undefined {
  let isAnyParsed = false;
  try {
    const parsed: unknown = JSON.parse(text, (_, value: unknown) => {
      if (typeof value !== 'string' || !/^\s*[{["]/.test(value)) return value;
      try {
        const inner: unknown = JSON.parse(value);
        isAnyParsed = true;
        return inner;
      } catch {
        return value;
      }
    });
    return isAnyParsed ? JSON.stringify(parsed) : undefined;
  } catch {
    return undefined;
  }
}

/** The body parsed as a form and serialized as JSON. */
const formParsed = ({ bytes }: Body): string =>
  JSON.stringify(Object.fromEntries(formFieldsOf(bytes)));

/**
 * Normalizing takes quadratic time in the combining marks after one character. Text has at most 30 of them
 * (UAX #15, Stream-Safe Text Format).
 */
const normalized = (text: string, form: 'NFC' | 'NFD'): string | undefined =>
  /\p{M}{31}/u.test(text) ? undefined : text.normalize(form);

/** These can also follow re-serialization as a second mistake. */
export const encodingMistakes: readonly BodyMistake[] = [
  body('body_newline', 'the body followed by a line break (LF).', ({ bytes }) =>
    Buffer.concat([bytes, Buffer.from('\n')]),
  ),
  body('body_newline_crlf', 'the body followed by a line break (CR LF).', ({ bytes }) =>
    Buffer.concat([bytes, Buffer.from('\r\n')]),
  ),
  body('body_crlf', 'the body with every line break converted to CR LF.', ({ text }) =>
    text.replace(/\r?\n/g, '\r\n'),
  ),
  body('body_bom', 'the body with a byte order mark (BOM) before it.', ({ bytes }) =>
    Buffer.concat([Buffer.from(bom), bytes]),
  ),
  body('body_trimmed', 'the body with leading and trailing whitespace removed.', ({ text }) =>
    text.trim(),
  ),
  body(
    'body_latin1',
    'the body written as Latin-1 (ISO 8859-1) instead of UTF-8; characters outside Latin-1 became "?".',
    ({ text }) => questionMarks(text, 0xff).map((encoded) => Buffer.from(encoded, 'latin1')),
  ),
  body(
    'body_binary',
    'the low byte of every UTF-16 code unit of the body ("binary" or "latin1").',
    ({ text }) => Buffer.from(text, 'latin1'),
    'node',
  ),
  body(
    'body_read_as_latin1',
    'the body read as Latin-1 (ISO 8859-1) and written as UTF-8: every byte beyond ASCII became two.',
    ({ bytes }) => bytes.toString('latin1'),
  ),
  body(
    'body_ascii',
    'the body written as ASCII: every non-ASCII character became "?".',
    ({ text }) => questionMarks(text, 0x7f),
  ),
  body(
    'body_ascii_ignored',
    'the body written as ASCII: every non-ASCII character was omitted.',
    ({ text }) => text.replace(/[^\0-\x7f]/g, ''),
  ),
  body(
    'body_read_as_ascii',
    'the body read as ASCII: every non-ASCII byte became U+FFFD or "?".',
    ({ bytes }) =>
      ['\ufffd', '?'].map((mark) => bytes.toString('latin1').replace(/[\x80-\xff]/g, mark)),
  ),
  body(
    'body_utf16',
    'the body written as UTF-16 (little-endian) instead of UTF-8.',
    ({ text }) => Buffer.from(text, 'utf16le'),
    'csharp',
  ),
  body(
    'body_double_encoded',
    'the body encoded as JSON twice, as a JSON string in quotes.',
    ({ text }) => JSON.stringify(text),
  ),
  body('body_url_encoded', 'the body URL-encoded (percent-encoded).', ({ text }) =>
    percentEncoded(encodeURIComponent(text.toWellFormed())),
  ),
  body('body_base64', 'the body encoded as base64.', ({ bytes }) => bytes.toString('base64')),
  body('body_gzip', gzipped, ({ bytes }) => nodeGzipped(bytes, 6, 0)),
];

/** Another value hashed instead of the body. */
export const replacingMistakes: readonly BodyMistake[] = (
  [
    ['body_empty', 'an empty body: it was read before, or not read at all.', ''],
    [
      'body_object',
      'the string "[object Object]": a parsed body converted to a string.',
      '[object Object]',
      'node',
    ],
    [
      'body_empty_object',
      'an empty JSON object, {}: the body was not parsed, or had been read before.',
      '{}',
    ],
    ['body_undefined', 'the string "undefined" instead of the body.', 'undefined', 'node'],
    ['body_null', 'the string "null" instead of the body.', 'null'],
    ['body_none', 'the string "None" instead of the body.', 'None', 'python'],
    ['body_array', 'the string "Array": a parsed body converted to a string.', 'Array', 'php'],
  ] as const
).map(([code, what, text, language]) => body(code, what, () => text, language));

export const rareBodyMistakes: readonly BodyMistake[] = [
  body('body_lf', 'the body with every CR LF converted to LF.', ({ text }) =>
    text.replaceAll('\r\n', '\n'),
  ),
  body('body_without_bom', 'the body without its byte order mark (BOM).', ({ text }) =>
    text.startsWith(bom) ? text.slice(bom.length) : undefined,
  ),
  body(
    'body_read_as_seven_bits',
    `the body read with buffer.toString('ascii'), which drops the highest bit of every byte.`,
    ({ bytes }) => bytes.toString('ascii'),
    'node',
  ),
  body(
    'body_ascii_escaped',
    'the body written as ASCII or Latin-1, with all other characters escaped or as entities.',
    ({ text }) =>
      [0x7f, 0xff].flatMap((last) =>
        [backslashed, (codePoint: number) => `&#${codePoint};`].map((write) =>
          Buffer.from(replaced(text, last, write), 'latin1'),
        ),
      ),
  ),
  body(
    'body_latin1_ignored',
    'the body written as Latin-1 (ISO 8859-1): all other characters were omitted.',
    ({ text }) =>
      Buffer.from(
        replaced(text, 0xff, () => ''),
        'latin1',
      ),
  ),
  {
    ...body(
      'body_member',
      'one part of the body, such as its properties or data, instead of the whole body.',
      members,
    ),
    isAlone: true,
  },
  {
    ...body(
      'body_split_character',
      'the body decoded chunk by chunk: a character cut between two chunks became U+FFFD or was omitted.',
      splitCharacters,
    ),
    isAlone: true,
  },
  ...formBodyMistakes,
  body(
    'body_read_as_windows1252',
    'the body read as Windows-1252 and written as UTF-8.',
    ({ bytes }) => windows1252.decode(bytes),
  ),
  body(
    'body_utf16_bom',
    'the body written as UTF-16 (big-endian, with a byte order mark) instead of UTF-8.',
    ({ text }) => Buffer.from(bom + text, 'utf16le').swap16(),
    'java',
  ),
  body('body_nfc', 'the body normalized to composed Unicode (NFC).', ({ text }) =>
    normalized(text, 'NFC'),
  ),
  body('body_nfd', 'the body normalized to decomposed Unicode (NFD).', ({ text }) =>
    normalized(text, 'NFD'),
  ),
  body('body_form_encoded', 'the body URL-encoded as a form (spaces as +).', ({ text }) =>
    formEncoded(text),
  ),
  body('body_url_decoded', 'the body URL-decoded.', ({ text }) => percentDecoded(text)),
  body('body_html_escaped', 'the body with HTML entities (&quot;, &amp;).', ({ text }) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#039;'),
  ),
  body(
    'body_backslashes',
    'the body with a backslash before every quote (addslashes).',
    ({ text }) => text.replace(/[\\"']/g, '\\$&'),
    'php',
  ),
  body(
    'body_update_hex',
    'the body decoded as hexadecimal, as update(text, "hex") does, which leaves nothing.',
    ({ text }) => Buffer.from(text, 'hex'),
    'node',
  ),
  body(
    'body_update_base64',
    'the body decoded as base64, as update(text, "base64") does.',
    ({ text }) => Buffer.from(text, 'base64'),
    'node',
  ),
  body('body_hex', 'the body encoded as hexadecimal.', ({ bytes }) => bytes.toString('hex')),
  body(
    'body_python_bytes',
    `the bytes printed as b'…' instead of the bytes.`,
    ({ bytes }) => {
      const latin1 = bytes.toString('latin1');
      const quote = latin1.includes("'") && !latin1.includes('"') ? '"' : "'";
      const short: Readonly<Record<string, string>> = {
        '\\': '\\\\',
        '\n': '\\n',
        '\r': '\\r',
        '\t': '\\t',
      };
      const shown = latin1.replace(/[^ -~]|[\\'"]/g, (unit) => {
        if (unit === '"' || unit === "'") return unit === quote ? `\\${unit}` : unit;
        return short[unit] ?? `\\x${unit.charCodeAt(0).toString(16).padStart(2, '0')}`;
      });
      return `b${quote}${shown}${quote}`;
    },
    'python',
  ),
  body(
    'body_buffer_json',
    'JSON.stringify of a Buffer: {"type":"Buffer","data":[…]}.',
    ({ bytes }) => JSON.stringify(bytes),
    'node',
  ),
  body(
    'body_parsed_twice',
    'the body re-serialized after strings containing JSON had been parsed, too.',
    parsedTwice,
  ),
  body(
    'body_form_parsed',
    'the body parsed as a form and serialized as JSON: the whole body became a key.',
    formParsed,
    'node',
  ),
  body('body_gzip', gzipped, ({ bytes }) => [
    ...nodeGzipped(bytes, 9, 2),
    ...nodeGzipped(bytes, 1, 4),
    ...systemGzipped(bytes, [0]),
  ]),
  body('body_deflate', 'the body compressed with deflate.', ({ bytes }) => [
    deflateSync(bytes),
    Buffer.from(deflate(bytes)),
  ]),
  body('body_deflate_raw', 'the body compressed with raw deflate.', ({ bytes }) => [
    deflateRawSync(bytes),
    Buffer.from(deflateRaw(bytes)),
  ]),
  body('body_brotli', 'the body compressed with brotli.', ({ bytes }) =>
    // The quality that libraries use for responses. The maximum takes too long.
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  ),
];
