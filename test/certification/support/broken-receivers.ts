/**
 * Receivers with one bug each. They compute their digest from JavaScript values and node:crypto
 * alone, independent of the diagnosis.
 */
import { createHash, createHmac } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';

export interface BrokenReceiver {
  readonly code: string;
  readonly observed: (body: string, secret: string) => string;
}

type Bytes = string | Buffer;

const hmac = (key: Bytes, data: Bytes, hash = 'sha1') => createHmac(hash, key).update(data);
const hex = (key: Bytes, data: Bytes) => hmac(key, data).digest('hex');
const plain = (data: Bytes, hash = 'sha1') => createHash(hash).update(data).digest('hex');

const hashes = (code: string, change: (body: string) => Bytes): BrokenReceiver => ({
  code,
  observed: (body, secret) => hex(secret, change(body)),
});
const keys = (code: string, change: (secret: string) => Bytes): BrokenReceiver => ({
  code,
  observed: (body, secret) => hex(change(secret), body),
});
const digests = (code: string, observed: BrokenReceiver['observed']): BrokenReceiver => ({
  code,
  observed,
});
const writes = (code: string, write: (digest: Buffer) => string): BrokenReceiver => ({
  code,
  observed: (body, secret) => write(hmac(secret, body).digest()),
});

type Value = unknown;
const isObject = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (value: Value): Value =>
  Array.isArray(value)
    ? value.map(sorted)
    : isObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted(value[key])]),
        )
      : value;

/** Spaces after commas and colons outside of strings. */
const spaced = (json: string, colon = ': ', comma = ', ') =>
  json.replace(/"(?:[^"\\]|\\.)*"|[:,]/g, (part) =>
    part === ':' ? colon : part === ',' ? comma : part,
  );
const inStrings = (json: string, change: (text: string) => string) =>
  json.replace(/"(?:[^"\\]|\\.)*"/g, (text) => `"${change(text.slice(1, -1))}"`);

const unicode = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const upper = (unit: string) => `\\u${unicode(unit).slice(2).toUpperCase()}`;
const ascii = (json: string) => json.replace(/[\u007f-\uffff]/g, unicode);
const phpAscii = (json: string) => json.replace(/[\u0080-\uffff]/g, unicode);
const html = (json: string) => json.replace(/[<>&\u2028\u2029]/g, unicode);
const lineSeparators = (json: string) => json.replace(/[\u2028\u2029]/g, unicode);
const slashes = (json: string) => json.replaceAll('/', '\\/');
const emptyLists = (json: string) =>
  json.replace(/"(?:[^"\\]|\\.)*"|\{\}/g, (part) => (part === '{}' ? '[]' : part));
const gson = (json: string) =>
  inStrings(json, (text) => text.replace(/[<>&='\u2028\u2029]/g, unicode));
const doubles = (json: string) =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(\.\d+)?/g, (part, fraction) =>
    part.startsWith('"') || fraction !== undefined ? part : `${part}.0`,
  );
const dotnet = (json: string) =>
  inStrings(json, (text) =>
    text.replaceAll('\\"', '\\u0022').replace(/[&'+<>`\u007f-\uffff]/g, upper),
  );
const parse = (body: string): Value => JSON.parse(body);
const again = (change: (json: string) => string) => (body: string) => change(body);
const inOrder = (body: string) => JSON.stringify(sorted(parse(body)));
const latin1 = (text: string) =>
  Buffer.from(
    [...text].map((character) => (character > '\u00ff' ? '?' : character)).join(''),
    'latin1',
  );
const bigInteger = (digest: Buffer) => BigInt(`0x${digest.toString('hex')}`).toString(16);

export const brokenReceivers: readonly BrokenReceiver[] = [
  hashes(
    'json_python',
    again((json) => ascii(spaced(json))),
  ),
  hashes(
    'json_python_unicode',
    again((json) => spaced(json)),
  ),
  hashes('json_python_compact', again(ascii)),
  hashes('json_python_sorted', (body) => ascii(spaced(inOrder(body)))),
  hashes('json_python_sorted_compact', (body) => ascii(inOrder(body))),
  hashes('json_python_indent_4', (body) => ascii(JSON.stringify(parse(body), null, 4))),
  hashes('json_go', (body) => html(inOrder(body))),
  hashes('json_go_raw', again(html)),
  hashes('json_go_encoder', (body) => `${html(inOrder(body))}\n`),
  hashes('json_go_unescaped', (body) => `${lineSeparators(inOrder(body))}\n`),
  hashes('json_go_indent', (body) => html(JSON.stringify(sorted(parse(body)), null, 2))),
  hashes(
    'json_php',
    again((json) => slashes(phpAscii(json))),
  ),
  hashes(
    'json_php_assoc',
    again((json) => emptyLists(slashes(phpAscii(json)))),
  ),
  hashes('json_php_unescaped_slashes', again(phpAscii)),
  hashes(
    'json_php_unescaped_unicode',
    again((json) => slashes(lineSeparators(json))),
  ),
  hashes(
    'json_php_assoc_unescaped',
    again((json) => emptyLists(lineSeparators(json))),
  ),
  hashes('json_php_pretty', (body) => slashes(phpAscii(JSON.stringify(parse(body), null, 4)))),
  hashes('json_rails', again(html)),
  hashes('json_ruby_inspect', (body) =>
    spaced(
      inStrings(body, (text) => lineSeparators(text).replace(/#(?=[{$@])/g, '\\#')),
      '=>',
    ).replace(/"(?:[^"\\]|\\.)*"|null/g, (part) => (part === 'null' ? 'nil' : part)),
  ),
  hashes('json_gson', again(gson)),
  hashes(
    'json_gson_map',
    again((json) => doubles(gson(json))),
  ),
  hashes('json_jackson_sorted', inOrder),
  hashes('json_dotnet', again(dotnet)),
  hashes('json_newtonsoft_indented', (body) =>
    JSON.stringify(parse(body), null, 2)
      .replace(/[\u0085\u2028\u2029]/g, unicode)
      .replace(/\.000Z"/g, 'Z"')
      .replace(/0Z"/g, 'Z"'),
  ),
  hashes('json_sorted', inOrder),
  hashes('json_indent_2', (body) => JSON.stringify(parse(body), null, 2)),
  hashes('json_indent_4', (body) => JSON.stringify(parse(body), null, 4)),
  hashes('json_indent_tab', (body) => JSON.stringify(parse(body), null, '\t')),
  hashes('json_indent_1', (body) => JSON.stringify(parse(body), null, 1)),
  hashes('json_indent_3', (body) => JSON.stringify(parse(body), null, 3)),
  hashes('json_indent_8', (body) => JSON.stringify(parse(body), null, 8)),
  hashes('body_newline', (body) => `${body}\n`),
  hashes('body_newline_crlf', (body) => `${body}\r\n`),
  hashes('body_bom', (body) => `\ufeff${body}`),
  hashes('body_latin1', latin1),
  hashes('body_binary', (body) => Buffer.from(body, 'latin1')),
  hashes('body_read_as_latin1', (body) => Buffer.from(body).toString('latin1')),
  hashes('body_ascii', (body) => body.replace(/[^\p{ASCII}]/gu, '?')),
  hashes('body_utf16', (body) => Buffer.from(body, 'utf16le')),
  hashes('body_nfd', (body) => body.normalize('NFD')),
  hashes('body_double_encoded', (body) => JSON.stringify(body)),
  hashes('body_url_encoded', encodeURIComponent),
  hashes('body_form_encoded', (body) => new URLSearchParams({ b: body }).toString().slice(2)),
  hashes('body_base64', (body) => Buffer.from(body).toString('base64')),
  hashes('body_hex', (body) => Buffer.from(body).toString('hex')),
  hashes('body_gzip', (body) => gzipSync(body)),
  hashes('body_deflate', (body) => deflateSync(body)),
  hashes('body_buffer_json', (body) =>
    JSON.stringify({ type: 'Buffer', data: [...Buffer.from(body)] }),
  ),
  hashes('body_empty', () => ''),
  hashes('body_object', (body) => String(parse(body))),
  hashes('body_empty_object', () => '{}'),
  hashes('body_undefined', () => 'undefined'),
  keys('secret_newline', (secret) => `${secret}\n`),
  keys('secret_newline_crlf', (secret) => `${secret}\r\n`),
  keys('secret_quoted', (secret) => `"${secret}"`),
  keys('secret_single_quoted', (secret) => `'${secret}'`),
  keys('secret_trimmed', (secret) => secret.trim()),
  keys('secret_base64_encoded', (secret) => Buffer.from(secret).toString('base64')),
  keys('secret_hex_encoded', (secret) => Buffer.from(secret).toString('hex')),
  keys('secret_upper_case', (secret) => secret.toUpperCase()),
  keys('secret_empty', () => ''),
  keys('secret_undefined', () => String(undefined)),
  keys('secret_utf16', (secret) => Buffer.from(secret, 'utf16le')),
  keys('secret_latin1', (secret) => Buffer.from(secret, 'latin1')),
  keys('secret_base64_decoded', (secret) => Buffer.from(secret, 'base64')),
  keys('secret_hex_decoded', (secret) => Buffer.from(secret, 'hex')),
  digests('digest_sha256', (body, secret) => hmac(secret, body, 'sha256').digest('hex')),
  digests('digest_sha512', (body, secret) => hmac(secret, body, 'sha512').digest('hex')),
  digests('digest_md5', (body, secret) => hmac(secret, body, 'md5').digest('hex')),
  digests('digest_without_key', (body) => plain(body)),
  digests('digest_swapped', (body, secret) => hex(body, secret)),
  digests('digest_secret_before_body', (body, secret) => plain(secret + body)),
  digests('digest_body_before_secret', (body, secret) => plain(body + secret)),
  digests('digest_of_digest', (body, secret) => hex(secret, plain(body))),
  writes('format_upper_case', (digest) => digest.toString('hex').toUpperCase()),
  writes('format_base64', (digest) => digest.toString('base64')),
  writes('format_prefix', (digest) => `sha1=${digest.toString('hex')}`),
  writes('format_truncated', (digest) => digest.toString('hex').slice(0, 32)),
  writes('format_truncated', (digest) => digest.subarray(0, 6).toString('hex')),
  writes('format_authorization', (digest) => `Signature ${digest.toString('hex')}`),
  writes('format_authorization', (digest) => `HMAC-SHA1 Signature="${digest.toString('hex')}"`),
  writes('format_authorization', (digest) => `Authorization: HMAC ${digest.toString('hex')}`),
  writes('format_timestamped', (digest) => `t=1354408208,v1=${digest.toString('hex')}`),
  writes('format_quoted', (digest) => JSON.stringify(digest.toString('hex'))),
  writes('format_white_space', (digest) => `${digest.toString('hex')}\n`),
  writes('format_0x', (digest) => `0x${digest.toString('hex')}`),
  writes('format_separated', (digest) =>
    digest
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&-'),
  ),
  writes('format_byte_list', (digest) => JSON.stringify([...new Int8Array(digest)])),
  writes('format_base64_of_hex', (digest) =>
    Buffer.from(digest.toString('hex')).toString('base64'),
  ),
  writes('format_hex_twice', (digest) => Buffer.from(digest.toString('hex')).toString('hex')),
  writes('format_raw', (digest) => digest.toString('latin1')),
  writes('format_leading_zeros', bigInteger),
];
