/** The body of a request to a receiver, as raw bytes: signatures are over those. */
import type { IncomingMessage } from 'node:http';
import { storableValue } from '../access-cookie.ts';

/** Kept in memory to be signed; what comes beyond is counted only, and its signature does not match. */
const keptBytes = 4 * 1024 * 1024;

export interface ReceivedBody {
  readonly bytes: Buffer;
  readonly byteLength: number;
  /** False when the client left before it had sent all. */
  readonly isComplete: boolean;
}

export const noBody: ReceivedBody = {
  bytes: Buffer.alloc(0),
  byteLength: 0,
  isComplete: true,
};

export function readWholeBody(request: IncomingMessage): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let byteLength = 0;
    const settle = () =>
      resolve({ bytes: Buffer.concat(chunks), byteLength, isComplete: request.complete });
    request.on('data', (chunk: Buffer) => {
      if (byteLength < keptBytes) chunks.push(chunk);
      byteLength += chunk.length;
    });
    request.once('end', settle).once('error', settle).once('close', settle);
  });
}

/** Header lines in the order and spelling of the wire. */
export const headerLines = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => {
    const name = rawHeaders[2 * index] ?? '';
    return [name, storableValue(name, rawHeaders[2 * index + 1] ?? '')];
  });
