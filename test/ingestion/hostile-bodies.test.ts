/**
 * Bodies designed to cost memory or time are rejected early, and the client sees the response (D7).
 */
import { once } from 'node:events';
import { Writable } from 'node:stream';
import {
  createBrotliCompress,
  createDeflate,
  createDeflateRaw,
  createGzip,
  constants as zlib,
} from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { theSource, writeKey } from '#test/support/builders.ts';
import { basic, post, postBytes, track } from '#test/support/ingest-client.ts';
import { connectRaw, readResponse } from '#test/support/raw-client.ts';
import { sharedCore } from '#test/support/start-core.ts';

const megabyte = 1_048_576;
const gigabyte = 1_024 * megabyte;

/** Bytes are counted on the client's side, including those in the buffers of the system. */
const maxRead = 24 * megabyte;

const starting = sharedCore();
let core: Core;
beforeAll(async () => {
  core = (await starting).core;
  await theSource(core);
});

/** The bytes that buffers hold at most at the same time during the call, beyond those from before. */
async function heldBytes(act: () => Promise<void>): Promise<number> {
  const bytes = () => process.memoryUsage().arrayBuffers;
  const before = bytes();
  let most = before;
  let isOver = false;
  const look = (): void => {
    most = Math.max(most, bytes());
    if (!isOver) setImmediate(look);
  };
  look();
  await act();
  isOver = true;
  return most - before;
}

const headTo = (path: string, ...lines: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: ${basic(writeKey)}`, ...lines, '', ''].join(
    '\r\n',
  );

/** Sends up to a gigabyte while it is accepted; returns the response and the bytes written. */
async function sendGigabyte(head: string, chunk: Buffer) {
  const { socket, closed } = await connectRaw(core, head);
  const isOver = closed.then(() => true);
  for (let sent = 0; sent < gigabyte; sent += chunk.length) {
    if (socket.write(chunk)) continue;
    // A broken connection never drains.
    const drained = once(socket, 'drain').then(
      () => false,
      () => true,
    );
    if (await Promise.race([drained, isOver])) break;
  }
  return { response: readResponse(await closed), written: socket.bytesWritten };
}

const piece = Buffer.alloc(megabyte, 0x78);
const chunked = Buffer.concat([
  Buffer.from(`${piece.length.toString(16)}\r\n`),
  piece,
  Buffer.from('\r\n'),
]);

describe('a body of a gigabyte', () => {
  it.each([
    ['with its length', `Content-Length: ${gigabyte}`, piece],
    ['in chunks', 'Transfer-Encoding: chunked', chunked],
    ['compressed, it says', `Content-Encoding: gzip\r\nContent-Length: ${gigabyte}`, piece],
  ])('sent %s gets 413 after a few megabytes', async (_, line, bytes) => {
    const { response, written } = await sendGigabyte(headTo('/v1/batch', line), bytes);
    expect(response).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
    expect(written).toBeLessThan(maxRead);
    expect((await post(core, '/v1/track', track())).status).toBe(200);
  });

  it('sent to an unknown path gets 404 and is not read', async () => {
    const head = headTo('/v1/nothing', `Content-Length: ${gigabyte}`);
    const { response, written } = await sendGigabyte(head, piece);
    expect(response).toMatchObject({ status: 404, json: { success: false } });
    expect(written).toBeLessThan(maxRead);
  });

  it('affects only its connection: others are served while it is sent', async () => {
    const { socket, until } = await connectRaw(
      core,
      headTo('/v1/batch', 'Content-Length: 1000000'),
    );
    socket.write(Buffer.alloc(600_000));
    await until(/413/);
    expect((await post(core, '/v1/track', track())).status).toBe(200);
  });
});

it('a client that only reads after sending too much still gets its response', async () => {
  for (const megabytes of [1, 3, 5, 8, 30, 5, 8, 30]) {
    const response = await fetch(`${core.ingestUrl}/v1/batch`, {
      method: 'POST',
      headers: { authorization: basic(writeKey) },
      body: Buffer.alloc(megabytes * megabyte, 0x20),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ success: false, code: 'payload_too_large' });
  }
});

/** The compressed form of this many megabytes of zeros. */
async function compressed(
  stream: NodeJS.ReadWriteStream,
  megabytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  stream.pipe(sink);
  const nothing = Buffer.alloc(megabyte);
  for (let index = 0; index < megabytes; index += 1)
    if (!stream.write(nothing)) await once(stream, 'drain');
  stream.end();
  await once(sink, 'finish');
  return Buffer.concat(chunks);
}

describe('a compression bomb', () => {
  const megabytes = 128;

  it.each([
    ['gzip', 'gzip', () => createGzip()],
    ['deflate', 'deflate', () => createDeflate()],
    ['raw deflate', 'deflate', () => createDeflateRaw()],
    ['br', 'br', () => createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 2 } })],
  ] as const)(
    'in %s gets 413, is not expanded, and is kept as received',
    async (_, encoding, create) => {
      const bomb = await compressed(create(), megabytes);
      expect(bomb.length).toBeLessThan(512_000);
      const held = await heldBytes(async () => {
        const response = await postBytes(core, '/v1/batch', bomb, { 'content-encoding': encoding });
        expect(response).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
      });
      expect(held).toBeLessThan((megabytes / 2) * megabyte);
      const [rejected] = core.rejected.list({ limit: 1 }).items;
      expect(core.rejected.get({ id: rejected?.id ?? 0 })).toMatchObject({
        status: 413,
        request: { bodyBytes: bomb.length },
      });
    },
  );
});
