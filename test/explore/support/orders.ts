/** A server in the test's process that processes orders, and a scenario that delivers to it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Behavior {
  /** How many times a message is processed that arrives again. */
  readonly copies: 0 | 1;
  /** Status of `POST /reset`; null: never responds. */
  readonly reset: number;
  /** Body of a lookup, instead of the count. */
  readonly lookUp: string | null;
  /** Status of each delivery; null: never responds. */
  readonly status: number | null;
}

/** Closed after the test. */
export async function startOrders(changes: Partial<Behavior> = {}): Promise<string> {
  const behavior: Behavior = { copies: 0, reset: 204, lookUp: null, status: 200, ...changes };
  const processed = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://orders');
    const body = await text(request);
    if (url.pathname === '/reset') {
      processed.clear();
      response.writeHead(behavior.reset).end();
    } else if (url.pathname === '/processed') {
      const count = processed.get(url.searchParams.get('id') ?? '') ?? 0;
      response.end(behavior.lookUp ?? `${count}`);
    } else {
      const { messageId } = JSON.parse(body) as { messageId: string };
      const count = processed.get(messageId) ?? 0;
      processed.set(messageId, count === 0 ? 1 : count + behavior.copies);
      if (behavior.status !== null) response.writeHead(behavior.status).end();
    }
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Parts {
  /** Of the external, beside its name and URL. */
  readonly external?: string;
  readonly destination?: string;
  readonly when?: string;
  readonly then?: string;
}

export const resetOf = (url: string): string => `reset: { url: ${url}/reset }`;
export const lookUpOf = (url: string): string => `lookUp: '${url}/processed?id={messageId}'`;

export const ordersScenario = (
  url: string,
  {
    external = `${resetOf(url)}, ${lookUpOf(url)}`,
    destination = 'payloadShape: full',
    when = '',
    then = '[{ lookUp: orders, messages: type:track, count: 1, timeout: 1s }]',
  }: Parts = {},
): string => `scenario: 1
name: Orders
given:
  sources: [{ name: Shop }]
  external: [{ name: orders, url: ${url}/webhook${external === '' ? '' : `, ${external}`} }]
  destinations: [{ name: Orders, ${destination}, sources: [Shop], webhooks: [{ receiver: orders }] }]
when:
  - { id: sent, send: { source: Shop, count: 2, over: 1m, message: { type: track, userId: u1, event: Paid } } }
${when}
then: ${then}
`;
