/**
 * Receivers that sometimes return 503 or close the connection, and record what they returned 200
 * for.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';

export interface FlakyReceiver {
  readonly url: string;
  /** How often each message arrived, whatever the response. */
  readonly received: ReadonlyMap<string, number>;
  /** Messages with a 200 response. */
  readonly responded: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Shares of the requests that get 503, and that get no response. */
const unavailable = 0.1;
const hungUp = 0.05;

export async function startFlakyReceiver(seed: number): Promise<FlakyReceiver> {
  const received = new Map<string, number>();
  const responded = new Set<string>();
  let count = 0;

  function respond(response: http.ServerResponse, messageId: string): void {
    count += 1;
    received.set(messageId, (received.get(messageId) ?? 0) + 1);
    const luck = seededFraction(seed, count);
    if (luck < hungUp) return void response.socket?.destroy();
    const status = luck < hungUp + unavailable ? 503 : 200;
    if (status === 200) responded.add(messageId);
    response.writeHead(status).end();
  }

  const server = http.createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () =>
      respond(response, (JSON.parse(text) as { messageId: string }).messageId),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    responded,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
