/** Mistakes that change the body's encoding, add to it, or replace it. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync } from 'node:zlib';
import { deflate, deflateRaw } from 'pako';
import { members, splitCharacters } from './body-parts.ts';
import { formBodyMistakes } from './form-body-mistakes.ts';
import { formFieldsOf } from './form-fields-of.ts';
import { gzipMistake, nodeGzipped, systemGzipped } from './gzip.ts';
import { backslashed, questionMarks, replaced } from './lossy-encodings.ts';
import type { Body, BodyMistake } from './mistake.ts';

type Change = BodyMistake['change'];

const body = (
  code: string,
  message: string,
  change: Change,
  language?: BodyMistake['language'],
): BodyMistake => ({ code, message, fix: 'raw_body', change, ...(language && { language }) });

const hashed = 'The receiver hashed';

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

/** These can also follow re-serialization as a second mistake. */
export const encodingMistakes: readonly BodyMistake[] = [
  body('body_newline', `${hashed} the body followed by a line break (LF).`, ({ bytes }) =>
    Buffer.concat([bytes, Buffer.from('\n')]),
  ),
  body('body_newline_crlf', `${hashed} the body followed by a line break (CR LF).`, ({ bytes }) =>
    Buffer.concat([bytes, Buffer.from('\r\n')]),
  ),
  body('body_crlf', `${hashed} the body with every line break converted to CR LF.`, ({ text }) =>
    text.replace(/\r?\n/g, '\r\n'),
  ),
  body('body_bom', `${hashed} the body with a byte order mark (BOM) before it.`, ({ bytes }) =>
    Buffer.concat([Buffer.from(bom), bytes]),
  ),
  body(
    'body_trimmed',
    `${hashed} the body with leading and trailing whitespace removed.`,
    ({ text }) => text.trim(),
  ),
  body(
    'body_latin1',
    `${hashed} the body written as Latin-1 (ISO 8859-1) instead of UTF-8; characters outside Latin-1 became "?".`,
    ({ text }) => questionMarks(text, 0xff).map((encoded) => Buffer.from(encoded, 'latin1')),
  ),
  body(
    'body_binary',
    `${hashed} the low byte of every UTF-16 code unit of the body ("binary" or "latin1").`,
    ({ text }) => Buffer.from(text, 'latin1'),
    'node',
  ),
  body(
    'body_read_as_latin1',
    `${hashed} the body read as Latin-1 (ISO 8859-1) and written as UTF-8: every byte beyond ASCII became two.`,
    ({ bytes }) => bytes.toString('latin1'),
  ),
  body(
    'body_ascii',
    `${hashed} the body written as ASCII: every non-ASCII character became "?".`,
    ({ text }) => questionMarks(text, 0x7f),
  ),
  body(
    'body_ascii_ignored',
    `${hashed} the body written as ASCII: every non-ASCII character was omitted.`,
    ({ text }) => text.replace(/[^\0-\x7f]/g, ''),
  ),
  body(
    'body_read_as_ascii',
    `${hashed} the body read as ASCII: every non-ASCII byte became U+FFFD or "?".`,
    ({ bytes }) =>
      ['\ufffd', '?'].map((mark) => bytes.toString('latin1').replace(/[\x80-\xff]/g, mark)),
  ),
  body(
    'body_utf16',
    `${hashed} the body written as UTF-16 (little-endian) instead of UTF-8.`,
    ({ text }) => Buffer.from(text, 'utf16le'),
    'csharp',
  ),
  body(
    'body_double_encoded',
    `${hashed} the body encoded as JSON twice, as a JSON string in quotes.`,
    ({ text }) => JSON.stringify(text),
  ),
  body('body_url_encoded', `${hashed} the body URL-encoded (percent-encoded).`, ({ text }) =>
    percentEncoded(encodeURIComponent(text.toWellFormed())),
  ),
  body('body_base64', `${hashed} the body encoded as base64.`, ({ bytes }) =>
    bytes.toString('base64'),
  ),
  body('body_gzip', gzipMistake.message, ({ bytes }) => nodeGzipped(bytes, 6, 0)),
];

/** Another value hashed instead of the body. */
export const replacingMistakes: readonly BodyMistake[] = [
  body('body_empty', `${hashed} an empty body: it was read before, or not read at all.`, () => ''),
  body(
    'body_object',
    `${hashed} the string "[object Object]": a parsed body converted to a string.`,
    () => '[object Object]',
    'node',
  ),
  body(
    'body_empty_object',
    `${hashed} an empty JSON object, {}: the body was not parsed, or had been read before.`,
    () => '{}',
  ),
  body(
    'body_undefined',
    `${hashed} the string "undefined" instead of the body.`,
    () => 'undefined',
    'node',
  ),
  body('body_null', `${hashed} the string "null" instead of the body.`, () => 'null'),
  body('body_none', `${hashed} the string "None" instead of the body.`, () => 'None', 'python'),
  body(
    'body_array',
    `${hashed} the string "Array": a parsed body converted to a string.`,
    () => 'Array',
    'php',
  ),
];

export const rareBodyMistakes: readonly BodyMistake[] = [
  body('body_lf', `${hashed} the body with every CR LF converted to LF.`, ({ text }) =>
    text.replaceAll('\r\n', '\n'),
  ),
  body('body_without_bom', `${hashed} the body without its byte order mark (BOM).`, ({ text }) =>
    text.startsWith(bom) ? text.slice(bom.length) : undefined,
  ),
  body(
    'body_read_as_seven_bits',
    `${hashed} the body read with buffer.toString('ascii'), which drops the highest bit of every byte.`,
    ({ bytes }) => bytes.toString('ascii'),
    'node',
  ),
  body(
    'body_ascii_escaped',
    `${hashed} the body written as ASCII or Latin-1, with all other characters escaped or as entities.`,
    ({ text }) =>
      [0x7f, 0xff].flatMap((last) =>
        [backslashed, (codePoint: number) => `&#${codePoint};`].map((write) =>
          Buffer.from(replaced(text, last, write), 'latin1'),
        ),
      ),
  ),
  body(
    'body_latin1_ignored',
    `${hashed} the body written as Latin-1 (ISO 8859-1): all other characters were omitted.`,
    ({ text }) =>
      Buffer.from(
        replaced(text, 0xff, () => ''),
        'latin1',
      ),
  ),
  {
    ...body(
      'body_member',
      `${hashed} one part of the body, such as its properties or data, instead of the whole body.`,
      members,
    ),
    isAlone: true,
  },
  {
    ...body(
      'body_split_character',
      `${hashed} the body decoded chunk by chunk: a character cut between two chunks became U+FFFD or was omitted.`,
      splitCharacters,
    ),
    isAlone: true,
  },
  ...formBodyMistakes,
  body(
    'body_read_as_windows1252',
    `${hashed} the body read as Windows-1252 and written as UTF-8.`,
    ({ bytes }) => windows1252.decode(bytes),
  ),
  body(
    'body_utf16_bom',
    `${hashed} the body written as UTF-16 (big-endian, with a byte order mark) instead of UTF-8.`,
    ({ text }) => Buffer.from(bom + text, 'utf16le').swap16(),
    'java',
  ),
  body('body_nfc', `${hashed} the body normalized to composed Unicode (NFC).`, ({ text }) =>
    text.normalize('NFC'),
  ),
  body('body_nfd', `${hashed} the body normalized to decomposed Unicode (NFD).`, ({ text }) =>
    text.normalize('NFD'),
  ),
  body('body_form_encoded', `${hashed} the body URL-encoded as a form (spaces as +).`, ({ text }) =>
    formEncoded(text),
  ),
  body('body_url_decoded', `${hashed} the body URL-decoded.`, ({ text }) => percentDecoded(text)),
  body('body_html_escaped', `${hashed} the body with HTML entities (&quot;, &amp;).`, ({ text }) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#039;'),
  ),
  body(
    'body_backslashes',
    `${hashed} the body with a backslash before every quote (addslashes).`,
    ({ text }) => text.replace(/[\\"']/g, '\\$&'),
    'php',
  ),
  body(
    'body_update_hex',
    `${hashed} the body decoded as hexadecimal, as update(text, "hex") does, which leaves nothing.`,
    ({ text }) => Buffer.from(text, 'hex'),
    'node',
  ),
  body(
    'body_update_base64',
    `${hashed} the body decoded as base64, as update(text, "base64") does.`,
    ({ text }) => Buffer.from(text, 'base64'),
    'node',
  ),
  body('body_hex', `${hashed} the body encoded as hexadecimal.`, ({ bytes }) =>
    bytes.toString('hex'),
  ),
  body(
    'body_python_bytes',
    `${hashed} the bytes printed as b'…' instead of the bytes.`,
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
    `${hashed} JSON.stringify of a Buffer: {"type":"Buffer","data":[…]}.`,
    ({ bytes }) => JSON.stringify(bytes),
    'node',
  ),
  body(
    'body_parsed_twice',
    `${hashed} the body re-serialized after strings containing JSON had been parsed, too.`,
    parsedTwice,
  ),
  body(
    'body_form_parsed',
    `${hashed} the body parsed as a form and serialized as JSON: the whole body became a key.`,
    formParsed,
    'node',
  ),
  body('body_gzip', gzipMistake.message, ({ bytes }) => [
    ...nodeGzipped(bytes, 9, 2),
    ...nodeGzipped(bytes, 1, 4),
    ...systemGzipped(bytes, [0]),
  ]),
  body('body_deflate', `${hashed} the body compressed with deflate.`, ({ bytes }) => [
    deflateSync(bytes),
    Buffer.from(deflate(bytes)),
  ]),
  body('body_deflate_raw', `${hashed} the body compressed with raw deflate.`, ({ bytes }) => [
    deflateRawSync(bytes),
    Buffer.from(deflateRaw(bytes)),
  ]),
  body('body_brotli', `${hashed} the body compressed with brotli.`, ({ bytes }) =>
    // The quality that libraries use for responses. The maximum takes too long.
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  ),
];
