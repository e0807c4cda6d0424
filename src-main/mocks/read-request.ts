/** Reads a request to a mock endpoint. */
import type { IncomingMessage } from 'node:http';
import type { PassThrough } from 'node:stream';
import type { Exchange } from './connection.ts';

/**
 * Maximum bytes kept in memory. Bytes beyond this are only counted, and the signature doesn't
 * match.
 */
export const maxBodyBytes = 4 * 1024 * 1024;

export interface ReceivedBody {
  readonly bytes: Buffer;
  readonly byteLength: number;
  /** Empty if it is missing. */
  readonly contentType: string;
  /** False if the client disconnected before sending the whole body. */
  readonly isComplete: boolean;
}

export const noBody: ReceivedBody = {
  bytes: Buffer.alloc(0),
  byteLength: 0,
  contentType: '',
  isComplete: true,
};

/** Reads the body. `copy` gets all of it, too; while it is full, the request waits. */
export function readWholeBody(
  request: IncomingMessage,
  copy: PassThrough | null = null,
): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let byteLength = 0;
    const finish = () => {
      if (!request.complete) copy?.destroy(new Error('The sender disconnected.'));
      const { complete: isComplete, headers } = request;
      const contentType = headers['content-type'] ?? '';
      resolve({ bytes: Buffer.concat(chunks), byteLength, contentType, isComplete });
    };
    const resume = () => void request.resume();
    // A copy that is destroyed before the end isn't needed any more.
    copy
      ?.on('drain', resume)
      .on('close', resume)
      .on('error', () => undefined);
    request.on('data', (chunk: Buffer) => {
      if (byteLength < maxBodyBytes) chunks.push(chunk);
      byteLength += chunk.length;
      if (copy?.writable === true && !copy.write(chunk)) request.pause();
    });
    request.once('end', () => copy?.end());
    request.once('end', finish).once('error', finish).once('close', finish);
  });
}

/** What was signed, with the URL by which the sender knows this machine. */
export function signedRequest({ connection, request }: Exchange, { bytes }: ReceivedBody) {
  const { method = '', url = '', headers } = request;
  const scheme = connection.secured === null ? 'http' : 'https';
  return { method, url: `${scheme}://${headers.host ?? ''}${url}`, headers, body: bytes };
}

/** Header lines in their original order and spelling. */
export const headerLines = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => {
    const name = rawHeaders[2 * index] ?? '';
    return [name, rawHeaders[2 * index + 1] ?? ''];
  });
