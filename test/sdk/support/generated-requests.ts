/** Random requests to ingestion that are valid HTTP with any content. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { writeKey } from '#test/support/builders.ts';
import { basic } from '#test/support/ingest-client.ts';
import { anyBatch, anyJson, anyMessage, types, validBatch, validOf } from './generated-messages.ts';

export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

const urlPart = fc.string({
  unit: fc.constantFrom(..."abcABC019-._~%!$&'()*+,;=:@"),
  maxLength: 12,
});
const slash = fc.constantFrom('/', '/', '/', '//', '///');
const call = fc.constantFrom(...types, 'i', 't', 'p', 's', 'g', 'a', 'm', 'batch', 'b', 'import');
const query = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.string({ unit: fc.constantFrom(...'ab.=&%+-_?'), maxLength: 20 }).map((text) => `?${text}`),
);

const eventPath = fc
  .tuple(slash, slash, call, fc.constantFrom('', '', '/', '//'), query)
  .map(([first, second, name, last, search]) => `${first}v1${second}${name}${last}${search}`);
const nowhere = fc.array(urlPart, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
const pixelPath = fc
  .tuple(call, anyMessage, fc.constantFrom('base64', 'base64url', 'hex'), query)
  .map(([name, message, encoding, search]) => {
    const data = Buffer.from(JSON.stringify(message)).toString(encoding);
    return `/v1/pixel/${name}${search === '' ? `?data=${data}` : search}`;
  });
const settingsPath = urlPart.map((key) => `/v1/projects/${key}/settings`);

const headerText = fc
  .string({ unit: 'binary-ascii', maxLength: 30 })
  .map((value) => value.replaceAll(/[^\t\x20-\x7e]/g, '').trim());

const authorization = fc.oneof(
  { weight: 6, arbitrary: fc.constant(['Authorization', basic(writeKey)] as const) },
  fc.constant(['X-Write-Key', writeKey] as const),
  fc.constant(['Authorization', `Bearer ${writeKey}`] as const),
  headerText.map((value) => ['Authorization', value] as const),
  headerText.map((value) => ['Authorization', `Basic ${value}`] as const),
);
const contentType = fc
  .oneof(
    fc.constantFrom(
      'application/json',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded',
    ),
    headerText,
  )
  .map((value) => ['Content-Type', value] as const);
const otherHeader = fc
  .tuple(
    fc.constantFrom(
      'Origin',
      'Cookie',
      'Accept',
      'User-Agent',
      'X-Retry-Count',
      'X-Odd',
      'Range',
      'If-Match',
    ),
    headerText,
  )
  .map(([name, value]) => [name, value] as const);

const identity = (bytes: Buffer): Buffer => bytes;
/** A Content-Encoding, and the actual encoding of the body. */
const encoding = fc.oneof(
  { weight: 8, arbitrary: fc.constant(['', identity] as const) },
  fc.constantFrom<readonly [string, (bytes: Buffer) => Buffer]>(
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    [
      'br',
      (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ],
    ['identity', identity],
    ['gzip', identity],
    ['br', gzipSync],
    ['deflate', (bytes) => deflateSync(bytes).subarray(0, -3)],
    ['zstd', identity],
    ['gzip, br', gzipSync],
  ),
);

const body = fc.oneof(
  { weight: 6, arbitrary: anyMessage.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 4, arbitrary: anyBatch.map((value) => Buffer.from(JSON.stringify(value))) },
  anyJson.map((value) => Buffer.from(JSON.stringify(value, null, 2))),
  fc.string().map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  // Truncated.
  fc
    .tuple(anyBatch, fc.nat({ max: 400 }))
    .map(([value, length]) => Buffer.from(JSON.stringify(value)).subarray(0, length)),
);

const headers = fc
  .tuple(
    authorization,
    fc.option(contentType, { nil: null }),
    fc.array(otherHeader, { maxLength: 3 }),
  )
  .map(([auth, type, others]) => [auth, ...(type === null ? [] : [type]), ...others]);

/** A path and a body, which may or may not match. */
const pathAndBody = fc.oneof(
  ...types.map((type) =>
    validOf(type).map((value) => [`/v1/${type}`, Buffer.from(JSON.stringify(value))] as const),
  ),
  validBatch.map((value) => ['/v1/batch', Buffer.from(JSON.stringify(value))] as const),
  { weight: 14, arbitrary: fc.tuple(eventPath, body) },
  fc.tuple(nowhere, body),
);

const posted = fc.tuple(pathAndBody, headers, encoding).map(
  ([[path, bytes], lines, [name, encode]]): GeneratedRequest => ({
    method: 'POST',
    path,
    headers: name === '' ? lines : [...lines, ['Content-Encoding', name]],
    body: encode(bytes),
  }),
);

const asked = fc
  .tuple(
    fc.constantFrom('GET', 'GET', 'GET', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'),
    fc.oneof(pixelPath, settingsPath, eventPath, nowhere),
    headers,
  )
  .map(
    ([method, path, lines]): GeneratedRequest => ({
      method,
      path,
      headers: lines,
      body: Buffer.alloc(0),
    }),
  );

export const anyRequest = fc.oneof(
  { weight: 8, arbitrary: posted },
  { weight: 1, arbitrary: asked },
);

export const toBytes = ({ method, path, headers, body }: GeneratedRequest): Buffer =>
  Buffer.concat([
    Buffer.from(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}Content-Length: ${body.length}\r\n\r\n`,
      'latin1',
    ),
    body,
  ]);
