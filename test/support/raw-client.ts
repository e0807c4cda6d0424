/** Requests over a raw socket, for bytes that no HTTP client would send. */
import net from 'node:net';
import { onTestFinished } from 'vitest';
import type { Core } from '#main/app.ts';

export interface RawClient {
  readonly socket: net.Socket;
  /** All bytes, once the server has closed the connection. */
  readonly closed: Promise<string>;
  /** The bytes so far, as soon as they match. */
  until(pattern: RegExp): Promise<string>;
}

export async function connectRaw(
  { ingestUrl }: Pick<Core, 'ingestUrl'>,
  text = '',
): Promise<RawClient> {
  const { hostname, port } = new URL(ingestUrl ?? '');
  const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let received = '';
  const listeners = new Set<() => void>();
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    for (const listener of listeners) listener();
  });
  // A server that closes while the client is writing resets the connection.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(received));
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text, 'latin1');
  return {
    socket,
    closed,
    until: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          if (!pattern.test(received)) return;
          listeners.delete(look);
          resolve(received);
        };
        listeners.add(look);
        look();
      }),
  };
}

/** Status and JSON of a response, when nothing follows it. */
export function readResponse(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, json: JSON.parse(body) };
}
