/** Requests that no SDK sends get JSON responses, and the process continues. */
import { deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { theSource } from '#test/support/builders.ts';
import { basic, post, postBytes, track } from '#test/support/ingest-client.ts';
import { connectRaw, readResponse } from '#test/support/raw-client.ts';
import { sharedCore } from '#test/support/start-core.ts';

const starting = sharedCore();
let core: Core;
beforeAll(async () => {
  core = (await starting).core;
  await theSource(core);
});

const head = (...lines: readonly string[]) =>
  [
    'POST /v1/track HTTP/1.1',
    'Host: x',
    `Authorization: ${basic('test-key')}`,
    ...lines,
    '',
    '',
  ].join('\r\n');

describe('a wrong content type', () => {
  it.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/octet-stream',
    'application/json; charset=latin1',
    'application/json;;;',
    'nonsense',
    '/',
    '*',
  ])('("%s") is ignored: the body is read as JSON', async (type) => {
    const response = await post(core, '/v1/track', track(), { 'content-type': type });
    expect(response.status, response.text).toBe(200);
  });

  it('is ignored even when it is missing', async () => {
    const body = JSON.stringify(track());
    const { until } = await connectRaw(core, `${head(`Content-Length: ${body.length}`)}${body}`);
    expect(await until(/success":true}/)).toContain('200 OK');
  });
});

describe('a body that is not JSON', () => {
  it.each([
    ['empty', ''],
    ['cut off', '{"userId":"u",'],
    ['with a comma too many', '{"userId":"u",}'],
    ['a form', 'userId=u&event=E'],
    ['NaN', '{"userId":NaN}'],
    ['two values', '{"userId":"u"}{}'],
  ])('but %s gets 400 bad_request', async (_, body) => {
    expect(await postBytes(core, '/v1/track', body)).toMatchObject({
      status: 400,
      json: { success: false, code: 'bad_request' },
    });
  });

  it('because it is not UTF-8 gets 400 with the reason', async () => {
    const body = Buffer.from('{"userId":"\xe9","event":"E"}', 'latin1');
    const response = await postBytes(core, '/v1/track', body);
    expect(response.status).toBe(400);
    expect(response.json.message).toContain('UTF-8');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const)('that looks like %s without Content-Encoding says so', async (encoding, pack) => {
    const response = await postBytes(core, '/v1/track', pack(JSON.stringify(track())));
    expect(response.status).toBe(400);
    const [rejected] = core.rejected.list({ limit: 1 }).items;
    expect(rejected?.problem).toEqual({ code: 'encoding_missing', params: { encoding } });
    expect(response.json.message).toContain(`Content-Encoding: ${encoding}`);
  });

  it('is accepted with a byte order mark', async () => {
    const response = await postBytes(core, '/v1/track', `\ufeff${JSON.stringify(track())}`);
    expect(response.status).toBe(200);
  });
});

describe('a request', () => {
  it('with an endless body is cut off after a few megabytes, and kept as too large', async () => {
    const { socket, closed } = await connectRaw(core, head('Transfer-Encoding: chunked'));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    let written = 0;
    const more = () => {
      while (!socket.destroyed) {
        written += chunk.length;
        if (!socket.write(chunk)) return void socket.once('drain', more);
      }
    };
    more();
    await closed;
    expect(written).toBeLessThan(64 * 1024 * 1024);
    expect(core.rejected.list({ limit: 1 }).items).toMatchObject([
      { status: 413, code: 'payload_too_large' },
    ]);
  });

  it('with a body far too large is read completely, so that the client gets the response', async () => {
    const response = await postBytes(core, '/v1/batch', Buffer.alloc(4 * 1024 * 1024, ' '));
    expect(response).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
  });

  it('that ends in the middle of its body leaves nothing behind', async () => {
    const before = core.ledger.get();
    const { socket, closed } = await connectRaw(
      core,
      `${head('Content-Length: 100')}{"userId":"u"`,
    );
    socket.destroy();
    await closed;
    expect((await post(core, '/v1/track', track())).status).toBe(200);
    expect(core.ledger.get()).toEqual({
      ...before,
      accepted: before.accepted + 1,
      not_sent: before.not_sent + 1,
      notSentBy: { ...before.notSentBy, unrouted: before.notSentBy.unrouted + 1 },
    });
  });

  it('with hundreds of headers is accepted, and all are kept', async () => {
    const more = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`h${index}`, 'v']));
    expect((await post(core, '/v1/track', track(), more)).status).toBe(200);
    const [message] = core.messages.list({ limit: 1 }).items;
    expect(core.messages.get({ id: message?.id ?? 0 }).request?.headers.length).toBeGreaterThan(
      900,
    );
  });

  it('with too many headers gets 431 in JSON', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `h${index}: v`);
    const { closed } = await connectRaw(core, head(...lines, 'Content-Length: 0'));
    expect(readResponse(await closed)).toMatchObject({
      status: 431,
      json: { success: false, code: 'bad_request', error: expect.stringContaining('headers') },
    });
  });

  it('that is not HTTP gets 400 in JSON', async () => {
    const { closed } = await connectRaw(core, 'EHLO example.com\r\n\r\n');
    expect(readResponse(await closed)).toMatchObject({
      status: 400,
      json: { success: false, code: 'bad_request' },
    });
  });

  it('with two lengths gets 400 in JSON, because it may be request smuggling', async () => {
    const { closed } = await connectRaw(
      core,
      `${head('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    );
    expect(readResponse(await closed).status).toBe(400);
  });

  it('for an invalid path gets 404 in JSON', async () => {
    for (const path of ['/', '/v1', '/v1/tracks', '/v2/track', '/v1/track/x', '/%', '/v1/%zz'])
      expect(await post(core, path, track()), path).toMatchObject({
        status: 404,
        json: { success: false, message: expect.stringContaining(path) },
      });
  });

  it('for a path with extra slashes is accepted, as SDKs write it', async () => {
    for (const path of ['//v1/track', '/v1//track', '/v1/track/', '/v1/track?x=1'])
      expect((await post(core, path, track())).status, path).toBe(200);
  });

  it('gets its own response in order when pipelined', async () => {
    const one = (event: string) => {
      const body = JSON.stringify(event === '' ? { userId: 'u' } : { userId: 'u', event });
      return `${head(`Content-Length: ${body.length}`)}${body}`;
    };
    const { until } = await connectRaw(core, one('A') + one('') + one('B'));
    const all = await until(/(HTTP\/1\.1.*){3}\}$/s);
    expect([...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '200',
      '400',
      '200',
    ]);
  });

  it('always gets JSON and success', async () => {
    const responses = await Promise.all([
      post(core, '/v1/track', track()),
      post(core, '/v1/track', {}),
      post(core, '/v1/nothing', {}),
      post(core, '/v1/track', track(), { authorization: '' }),
    ]);
    for (const { headers, json, status } of responses) {
      expect(headers['content-type']).toContain('application/json');
      expect(json.success).toBe(status === 200);
      if (status !== 200)
        expect(json).toMatchObject({
          code: expect.any(String),
          message: expect.any(String),
          error: expect.any(String),
        });
    }
  });
});
