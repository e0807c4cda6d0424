/** A server of orders that stops after the test, and a scenario that delivers to it. */
import { onTestFinished } from 'vitest';
import {
  lookUpOf,
  type OrdersServer,
  resetOf,
  startOrdersServer,
} from '#test/support/orders-server.ts';

/** Ignores copies unless changed. */
export async function startOrdersForTest(
  changes: Parameters<typeof startOrdersServer>[0] = {},
): Promise<OrdersServer> {
  const server = await startOrdersServer({ ignoresCopies: true, ...changes });
  onTestFinished(server.stop);
  return server;
}

/** Returns its URL. */
export const startOrders = async (
  changes: Parameters<typeof startOrdersServer>[0] = {},
): Promise<string> => (await startOrdersForTest(changes)).url;

interface Parts {
  /** Of orders. */
  readonly count?: number;
  /** Of the server, beside its name and URL. */
  readonly server?: string;
  readonly destination?: string;
  readonly when?: string;
  /** Null: none. */
  readonly then?: string | null;
}

export const ordersScenario = (
  url: string,
  {
    count = 2,
    server = `${resetOf(url)}, ${lookUpOf(url)}`,
    destination = 'payloadShape: full',
    when = '',
    then = '[{ lookUp: orders, messages: type:track, count: 1, timeout: 1s }]',
  }: Parts = {},
): string => `scenario: 1
name: Orders
given:
  sources: [{ name: Shop }]
  servers: [{ name: orders, url: ${url}/webhook${server === '' ? '' : `, ${server}`} }]
  destinations: [{ name: Orders, ${destination}, sources: [Shop], webhooks: [{ server: orders }] }]
when:
  - { id: sent, send: { source: Shop, count: ${count}, over: 1m, message: { type: track, userId: u1, event: Paid } } }
${when}
${then === null ? '' : `then: ${then}\n`}`;
