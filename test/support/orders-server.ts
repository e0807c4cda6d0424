/** A user's own server that processes orders, with reset and lookup, as scenarios expect of an external. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OrdersServer {
  readonly url: string;
  /** Whether copies of a message are ignored; false is the planted bug. */
  ignoresCopies: boolean;
  readonly stop: () => void;
}

export async function startOrdersServer(): Promise<OrdersServer> {
  const processed = new Map<string, number>();
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://orders');
    if (url.pathname === '/test/reset') processed.clear();
    if (url.pathname !== '/webhook')
      return void response.end(String(processed.get(url.searchParams.get('id') ?? '') ?? 0));
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { messageId } = JSON.parse(Buffer.concat(pieces).toString()) as { messageId: string };
      const times = processed.get(messageId) ?? 0;
      processed.set(messageId, server.ignoresCopies ? 1 : times + 1);
      response.end();
    });
  });
  await new Promise<void>((listening) => {
    http.listen(0, '127.0.0.1', listening);
  });
  const { port } = http.address() as AddressInfo;
  const server: OrdersServer = {
    url: `http://127.0.0.1:${port}`,
    ignoresCopies: false,
    stop: () => void http.close(),
  };
  return server;
}
