/** Exact limits, and attempts to bypass them (D7). */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { theSource } from '#test/support/builders.ts';
import { postBytes } from '#test/support/ingest-client.ts';
import { sharedCore } from '#test/support/start-core.ts';

const maxCallBytes = 32_768;
const maxRequestBytes = 512_000;

const starting = sharedCore();
let core: Core;
beforeAll(async () => {
  core = (await starting).core;
  await theSource(core);
});

/** A track event whose JSON has exactly this many bytes, including two-byte characters. */
function sized(bytes: number): string {
  const message = { userId: 'u', type: 'track', event: 'E', pad: 'éé' };
  const padding = bytes - Buffer.byteLength(JSON.stringify(message));
  return JSON.stringify({ ...message, pad: `éé${'x'.repeat(padding)}` });
}

const indented = (text: string): string => JSON.stringify(JSON.parse(text), null, 8);
const escaped = (text: string): string =>
  text.replaceAll('é', '\\u00e9').replaceAll('xx', '\\u0078x');

/** A body of exactly this many bytes with a batch of valid messages. */
function batchOf(bytes: number): string {
  const text = JSON.stringify({
    batch: Array.from({ length: 16 }, () => JSON.parse(sized(30_000))),
  });
  return text.replace('{', `{${' '.repeat(bytes - Buffer.byteLength(text))}`);
}

describe('a single message', () => {
  it('of exactly 32,768 bytes is accepted', async () => {
    expect(Buffer.byteLength(sized(maxCallBytes))).toBe(maxCallBytes);
    expect((await postBytes(core, '/v1/track', sized(maxCallBytes))).status).toBe(200);
  });

  it('of one byte more gets 400 payload_too_large, and is kept', async () => {
    const response = await postBytes(core, '/v1/track', sized(maxCallBytes + 1));
    expect(response).toMatchObject({ status: 400, json: { code: 'payload_too_large' } });
    const [rejected] = core.rejected.list({ limit: 1 }).items;
    expect(core.rejected.get({ id: rejected?.id ?? 0 })).toMatchObject({ bodyTruncated: false });
  });

  it.each([
    [
      'mostly whitespace',
      (text: string) => text.replace('{', `{${' '.repeat(400_000)}`),
      10_000,
      200,
    ],
    ['indented, within the limit', (text: string) => indented(text), maxCallBytes, 200],
    ['indented, over the limit', (text: string) => indented(text), maxCallBytes + 1, 400],
    ['escaped, within the limit', (text: string) => escaped(text), maxCallBytes, 200],
    ['escaped, over the limit', (text: string) => escaped(text), maxCallBytes + 1, 400],
  ])('%s is measured as compact JSON, alone and in a batch', async (_, write, bytes, status) => {
    const text = write(sized(bytes));
    expect(text).not.toBe(sized(bytes));
    expect((await postBytes(core, '/v1/track', text)).status).toBe(status);
    expect((await postBytes(core, '/v1/batch', `{"batch":[${text}]}`)).status).toBe(status);
  });

  it('with numbers that are longer in compact JSON is measured with these', async () => {
    const text = sized(20_000).replace('"pad"', `"list":[${'1e20,'.repeat(3_000)}0],"pad"`);
    expect(Buffer.byteLength(text)).toBeGreaterThan(maxCallBytes);
    const short = sized(2_000).replace('"pad"', `"list":[${'1e20,'.repeat(3_000)}0],"pad"`);
    expect(Buffer.byteLength(short)).toBeLessThan(maxCallBytes);
    for (const body of [text, short]) {
      expect((await postBytes(core, '/v1/track', body)).status).toBe(400);
      expect((await postBytes(core, '/v1/batch', `{"batch":[${body}]}`)).status).toBe(400);
    }
  });

  it('in a batch is measured alone: if it is too large, only it is rejected', async () => {
    const body = `{"batch":[${sized(maxCallBytes)},${sized(maxCallBytes + 1)}]}`;
    const { status, json } = await postBytes(core, '/v1/batch', body);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      accepted: 1,
      rejected: [{ index: 1, code: 'payload_too_large' }],
    });
  });
});

describe('what a batch adds to its messages', () => {
  /** A batch whose context has about this many bytes. */
  const batch = (bytes: number, count: number) =>
    JSON.stringify({
      context: { pad: 'x'.repeat(bytes) },
      batch: Array.from({ length: count }, () => ({ type: 'track', userId: 'u', event: 'E' })),
    });

  it('counts for each message: one large context is not stored many times', async () => {
    const { status, json } = await postBytes(core, '/v1/batch', batch(250_000, 10));
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'payload_too_large', accepted: 0 });
    expect(json.rejected).toHaveLength(10);
  });

  it('may be 1 KB in a full batch, and more in a smaller one', async () => {
    const overheadBytes = '{"pad":""}'.length;
    for (const [bytes, count] of [
      [1_024, 2_500],
      [8_000, 320],
    ] as const) {
      const full = await postBytes(core, '/v1/batch', batch(bytes - overheadBytes, count));
      expect(full).toMatchObject({ status: 200, json: { accepted: count } });
      const over = await postBytes(core, '/v1/batch', batch(bytes + 1 - overheadBytes, count));
      expect(over).toMatchObject({ status: 400, json: { code: 'payload_too_large' } });
      expect(over.json).not.toHaveProperty('rejected');
    }
  });

  it('is accepted where message and context together are within the limit', async () => {
    expect((await postBytes(core, '/v1/batch', batch(32_000, 5))).json).toMatchObject({
      accepted: 5,
      rejected: [],
    });
    expect((await postBytes(core, '/v1/batch', batch(32_750, 5))).status).toBe(400);
  });
});

describe('a request body', () => {
  it('of exactly 512,000 bytes is accepted', async () => {
    expect(Buffer.byteLength(batchOf(maxRequestBytes))).toBe(maxRequestBytes);
    expect((await postBytes(core, '/v1/batch', batchOf(maxRequestBytes))).json).toMatchObject({
      accepted: 16,
    });
  });

  it('of one byte more gets 413, and its beginning is kept', async () => {
    const response = await postBytes(core, '/v1/batch', batchOf(maxRequestBytes + 1));
    expect(response).toMatchObject({
      status: 413,
      json: { success: false, code: 'payload_too_large' },
    });
    const [rejected] = core.rejected.list({ limit: 1 }).items;
    expect(core.rejected.get({ id: rejected?.id ?? 0 })).toMatchObject({
      status: 413,
      bodyTruncated: true,
    });
  });

  for (const [name, encoding, compress] of [
    ['gzip', 'gzip', gzipSync],
    ['deflate', 'deflate', deflateSync],
    ['raw deflate', 'deflate', deflateRawSync],
    ['br', 'br', brotliCompressSync],
  ] as const) {
    it(`in ${name} is accepted up to 512,000 uncompressed bytes`, async () => {
      const headers = { 'content-encoding': encoding };
      const full = await postBytes(core, '/v1/batch', compress(batchOf(maxRequestBytes)), headers);
      expect(full.json).toMatchObject({ accepted: 16 });
      const over = await postBytes(
        core,
        '/v1/batch',
        compress(batchOf(maxRequestBytes + 1)),
        headers,
      );
      expect(over).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
    });

    it(`that falsely claims to be ${name} gets 400 with the reason`, async () => {
      const response = await postBytes(core, '/v1/track', '{"userId":"u"}', {
        'content-encoding': encoding,
      });
      expect(response).toMatchObject({ status: 400, json: { code: 'bad_request' } });
      expect(response.json.message).toContain(encoding);
    });
  }

  it.each(['zstd', 'constructor', '__proto__'])(
    'in the unknown encoding %s gets 400 with the supported ones',
    async (encoding) => {
      const response = await postBytes(core, '/v1/track', 'x', { 'content-encoding': encoding });
      expect(response).toMatchObject({ status: 400, json: { code: 'bad_request' } });
      expect(response.json.message).toContain('gzip, deflate, br');
    },
  );

  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const trackOf = (value: string) =>
    `{"type":"track","userId":"u","event":"E","properties":{"a":${value}}}`;

  it('with extreme nesting gets 400 and is kept, wherever the nesting is', async () => {
    for (const [path, body] of [
      ['/v1/track', trackOf(nested(499))],
      ['/v1/track', trackOf(nested(16_000))],
      ['/v1/batch', `{"batch":[${nested(200_000)}]}`],
      ['/v1/batch', `{"batch":[${trackOf('1')}],"context":{"a":${nested(200_000)}}}`],
      ['/v1/track', '['.repeat(500_000)],
    ] as const) {
      const response = await postBytes(core, path, body);
      expect(response).toMatchObject({ status: 400, json: { code: 'bad_request' } });
      expect(response.json.message).toContain('nested deeper than 500 levels');
    }
  });

  it('with deep nesting, or brackets in text, is accepted', async () => {
    const brackets = '['.repeat(1_000);
    const values = [nested(498), JSON.stringify(brackets), JSON.stringify(`\\" " ${brackets}`)];
    for (const value of values) {
      const response = await postBytes(core, '/v1/track', trackOf(value));
      expect(response.status, response.text).toBe(200);
    }
  });
});
