/** Bodies as text, by their charset and Content-Encoding. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toBytes } from '#main/store/bytes.ts';
import { decodedBody } from '#renderer/requests/body-bytes.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';

const text = '{"name":"Größe"}';
const latin = Buffer.from(text, 'latin1');
const utf16 = Buffer.from(text, 'utf16le');

const headersOf = (type: string, encoding?: string): HeaderLines => [
  ['content-type', type],
  ...(encoding === undefined ? [] : [['Content-Encoding', encoding] as [string, string]]),
];

const decode = (bytes: Buffer, headers: HeaderLines, isTruncated = false) =>
  decodedBody(toBytes(bytes, bytes.length, isTruncated), headers);

describe('a body', () => {
  it.each([
    ['windows-1252', latin, 'text/plain; charset=windows-1252', undefined, 'windows-1252'],
    ['ISO-8859-1, in quotes', latin, 'text/plain; Charset="ISO-8859-1"', undefined, 'iso-8859-1'],
    ['UTF-16', utf16, 'application/json; charset=utf-16le', undefined, 'utf-16le'],
    [
      'windows-1252, as identity',
      latin,
      'text/plain; charset=windows-1252',
      'Identity',
      'windows-1252',
    ],
    ['gzip', gzipSync(text), 'application/json', 'gzip', 'gzip'],
    ['x-gzip', gzipSync(text), 'application/json', 'X-GZIP', 'x-gzip'],
    ['deflate', deflateSync(text), 'application/json', 'deflate', 'deflate'],
    ['raw deflate', deflateRawSync(text), 'application/json', 'deflate', 'deflate'],
    [
      'gzip of windows-1252',
      gzipSync(latin),
      'text/html; charset=windows-1252',
      'gzip',
      'gzip, windows-1252',
    ],
  ])('is decoded: %s', (_, bytes, type, encoding, from) => {
    expect(decode(bytes, headersOf(type, encoding))).toEqual({ text, from });
  });

  it.each([
    ['UTF-8', Buffer.from(text), 'text/plain; charset=utf-8', undefined, text],
    ['an unknown charset', latin, 'text/plain; charset=klingon', undefined, null],
    ['no charset', latin, 'text/plain', undefined, null],
    ['invalid gzip', Buffer.from([31, 139, 8, 0, 255]), 'text/plain', 'gzip', null],
    ['an encoding without a decoder', Buffer.from([0, 255]), 'text/plain', 'zstd', null],
    [
      'an encoding without a decoder, with a charset',
      brotliCompressSync(latin),
      'text/plain; charset=iso-8859-1',
      'br',
      null,
    ],
    ['text that is called gzip', Buffer.from(text), 'text/plain', 'gzip', text],
    ['compressed bytes that are no text', gzipSync(Buffer.from([0, 255])), 'x/y', 'gzip', null],
  ])('stays as it is: %s', (_, bytes, type, encoding, shown) => {
    expect(decode(bytes, headersOf(type, encoding))).toEqual({ text: shown, from: null });
  });

  it('that was cut off shows its beginning', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index * 7_919}`).join('\n');
    const zipped = gzipSync(lines).subarray(0, 8_000);
    const shown = decode(zipped, headersOf('text/plain', 'gzip'), true);
    expect(shown.text?.length).toBeGreaterThan(1_000);
    expect(lines.startsWith(shown.text ?? '-')).toBe(true);
  });

  it('that becomes much longer is decompressed up to a limit', () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'é'));
    const { text: shown } = decode(bomb, headersOf('text/plain', 'gzip'));
    expect(shown?.length).toBeLessThanOrEqual(1_048_576);
    expect(shown?.startsWith('éé')).toBe(true);
  });
});
