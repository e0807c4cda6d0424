/** A receiver: a real HTTP server that records every request and responds as configured. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly receivedAt: number;
}

/** A status, or a function that responds (or does not) by itself. */
export type ScriptedResponse =
  | number
  | ((request: ReceivedRequest, response: ServerResponse) => void);

export interface TargetServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Responds in this order; the last one stays. */
  respond(...responses: ScriptedResponse[]): void;
  /** Finishes when that many requests have come in all. */
  received(count: number): Promise<readonly ReceivedRequest[]>;
  stop(): Promise<void>;
}

interface Waiter {
  readonly count: number;
  readonly finish: () => void;
}

export async function startTargetServer(): Promise<TargetServer> {
  const requests: ReceivedRequest[] = [];
  let waiters: Waiter[] = [];
  let responses: ScriptedResponse[] = [200];

  const record = (request: ReceivedRequest): void => {
    requests.push(request);
    const due = waiters.filter(({ count }) => requests.length >= count);
    waiters = waiters.filter(({ count }) => requests.length < count);
    for (const { finish } of due) finish();
  };
  const nextResponse = (): ScriptedResponse =>
    (responses.length > 1 ? responses.shift() : responses[0]) ?? 200;

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request: ReceivedRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        receivedAt: Date.now(),
      };
      record(request);
      const next = nextResponse();
      if (typeof next === 'function') next(request, response);
      else response.writeHead(next, { 'content-type': 'text/plain' }).end(`responded ${next}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respond: (...given) => {
      responses = given;
    },
    received: (count) =>
      requests.length >= count
        ? Promise.resolve(requests)
        : new Promise((resolve) => waiters.push({ count, finish: () => resolve(requests) })),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
