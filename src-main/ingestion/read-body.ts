/** Reads a request body and enforces the limits as bytes arrive (D7). */

import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { RejectionProblem } from '#shared/ingestion/rejection.ts';
import { ownValue } from '#shared/kit/objects.ts';

/** Largest request body, after decompression (spec 8). */
export const maxRequestBytes = 512_000;

/** Bytes read and discarded after a body is rejected. Most clients finish within this. */
const drainBytes = 4 * 1024 * 1024;

/** Time for a client to read its response after its body is no longer read. */
const lingerMs = 1_000;

export type BodyResult =
  | { readonly kind: 'read'; readonly bytes: Buffer; readonly wireBytes: number }
  | { readonly kind: 'too_large'; readonly bytes: Buffer; readonly wireBytes: number }
  | {
      readonly kind: 'undecodable';
      readonly bytes: Buffer;
      readonly wireBytes: number;
      readonly problem: RejectionProblem;
    }
  | { readonly kind: 'aborted' };

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** RFC 1950, 2.2: the method is 8, and the first two bytes are a multiple of 31. */
const hasZlibHeader = ([first = 0, second = 0]: Buffer): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

const inflateZlib: Decoder = promisify(inflate);
const inflateBare: Decoder = promisify(inflateRaw);

/** Some clients omit the zlib header that `deflate` requires (RFC 9110, 8.4.1.2). */
const inflateEither: Decoder = (bytes, options) =>
  (hasZlibHeader(bytes) ? inflateZlib : inflateBare)(bytes, options);

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: inflateEither,
  br: promisify(brotliDecompress),
};

/**
 * Resolves when the client has finished sending, within limits. Closing earlier would reset the
 * connection: the client could lose the response and send everything again.
 */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.complete) return Promise.resolve();
  return new Promise((resolve) => {
    let drained = 0;
    // Also handles clients that stopped sending.
    const lingering = setTimeout(resolve, lingerMs);
    request.once('close', () => clearTimeout(lingering));
    request.on('data', (chunk: Buffer) => {
      drained += chunk.length;
      lingering.refresh();
      if (drained > drainBytes) request.removeAllListeners('data').pause();
    });
    request.once('end', resolve).once('close', resolve);
    request.resume();
  });
}

function readWire(request: IncomingMessage): Promise<BodyResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let wireBytes = 0;
    const finish = (result: BodyResult) => {
      request.removeAllListeners('data');
      resolve(result);
    };
    request.on('data', (chunk: Buffer) => {
      wireBytes += chunk.length;
      chunks.push(chunk);
      if (wireBytes <= maxRequestBytes) return;
      request.pause();
      finish({
        kind: 'too_large',
        bytes: Buffer.concat(chunks).subarray(0, maxRequestBytes),
        wireBytes,
      });
    });
    // `on` instead of `once`: removing a listener is slower, and only the first result counts.
    request.on('end', () => finish({ kind: 'read', bytes: Buffer.concat(chunks), wireBytes }));
    request.on('error', () => finish({ kind: 'aborted' }));
    request.on('close', () => finish({ kind: 'aborted' }));
  });
}

/** Decompression stops at the limit, so a gzip bomb costs no more than a body of that size. */
async function decode(read: BodyResult & { kind: 'read' }, encoding: string): Promise<BodyResult> {
  const decoder = ownValue(decoders, encoding);
  if (decoder === undefined)
    return {
      ...read,
      kind: 'undecodable',
      problem: { code: 'encoding_not_supported', params: { encoding } },
    };
  try {
    const bytes = await decoder(read.bytes, { maxOutputLength: maxRequestBytes });
    return { ...read, bytes };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      return { ...read, kind: 'too_large' };
    return {
      ...read,
      kind: 'undecodable',
      problem: { code: 'encoding_invalid', params: { encoding } },
    };
  }
}

/** Reads a request body and decodes its Content-Encoding. */
export async function readBody(request: IncomingMessage): Promise<BodyResult> {
  const read = await readWire(request);
  const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (read.kind !== 'read' || encoding === '' || encoding === 'identity') return read;
  return decode(read, encoding);
}
