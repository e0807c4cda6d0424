/** A user's own server that processes orders, with reset and lookup, as scenarios expect of a server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Behavior {
  /** Whether copies of a message are ignored; false is the planted bug. */
  ignoresCopies: boolean;
  /** How many copies of a message are ignored before one is not. */
  readonly ignoredCopies: number;
  /** Whether it stops when a copy arrives. */
  readonly crashes: boolean;
  /** Whether it forgets a message a minute after it was processed, by the time in this header. */
  readonly forgetsBy: string | null;
  /** Whether a deletion deletes all orders; those that arrive later are processed. */
  readonly deletesOrders: boolean;
  /** Status of what arrives after a deletion, which is not processed; null: that of each delivery. */
  readonly deletedStatus: number | null;
  /** Whether two copies that arrive at the same time wait for each other, and what comes later for them. */
  readonly deadlocks: boolean | 'lasting';
  /** Status of a copy; null: that of each delivery. */
  copyStatus: number | null;
  /** Status of a reset. */
  readonly reset: number;
  /** Body of a lookup, instead of the count. */
  readonly lookUp: string | null;
  /** Status of each delivery; null: never responds. */
  readonly status: number | null;
}

export interface OrdersServer extends Behavior {
  readonly url: string;
  /** Number of deliveries that arrived. */
  readonly deliveries: () => number;
  readonly stop: () => void;
}

export const resetOf = (url: string): string => `reset: { url: ${url}/test/reset }`;
export const lookUpOf = (url: string): string => `lookUp: '${url}/test/processed?id={messageId}'`;

/** Long enough for a copy that is sent at the same time. */
const aloneMs = 1_000;

/** Holds a delivery, and resolves with whether no copy arrived meanwhile. */
function createLocks() {
  const held = new Map<string, () => void>();
  return async function isAlone(messageId: string): Promise<boolean> {
    const release = held.get(messageId);
    release?.();
    if (release !== undefined) return false;
    const copied = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => copied.resolve(true), aloneMs);
    held.set(messageId, () => copied.resolve(false));
    return copied.promise.finally(() => {
      clearTimeout(timer);
      held.delete(messageId);
    });
  };
}

export async function startOrdersServer(changes: Partial<Behavior> = {}): Promise<OrdersServer> {
  const processed = new Map<string, number>();
  const processedAt = new Map<string, number>();
  const arrived = new Map<string, number>();
  let deliveries = 0;
  let isStuck = false;
  let isDeleted = false;
  const isAlone = createLocks();
  const http = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://orders');
    const body = await text(request);
    if (url.pathname === '/test/reset') {
      processed.clear();
      processedAt.clear();
      arrived.clear();
      isDeleted = false;
      response.writeHead(server.reset).end();
    } else if (url.pathname === '/test/processed') {
      const count = processed.get(url.searchParams.get('id') ?? '') ?? 0;
      response.end(server.lookUp ?? `${count}`);
    } else {
      deliveries += 1;
      const { type, messageId } = JSON.parse(body) as { type: string; messageId: string };
      if (server.deletesOrders && type === 'delete') {
        processed.clear();
        isDeleted = true;
        return void response.writeHead(200).end();
      }
      if (isDeleted && server.deletedStatus !== null)
        return void response.writeHead(server.deletedStatus).end();
      if (isStuck) return;
      if (server.deadlocks && !(await isAlone(messageId))) {
        isStuck = server.deadlocks === 'lasting';
        return;
      }
      const count = processed.get(messageId) ?? 0;
      if (server.crashes && count > 0) return server.stop();
      const time = request.headers[server.forgetsBy ?? ''];
      const now = typeof time === 'string' ? Date.parse(time) : Date.now();
      const isForgotten =
        server.forgetsBy !== null && now - (processedAt.get(messageId) ?? now) > 60_000;
      processedAt.set(messageId, now);
      const copies = arrived.get(messageId) ?? 0;
      arrived.set(messageId, copies + 1);
      const isIgnored = server.ignoresCopies && !isForgotten && copies <= server.ignoredCopies;
      processed.set(messageId, isIgnored ? 1 : count + 1);
      const status = (count > 0 ? server.copyStatus : null) ?? server.status;
      if (status !== null) response.writeHead(status).end();
    }
  });
  await new Promise<void>((listening) => {
    http.listen(0, '127.0.0.1', listening);
  });
  const { port } = http.address() as AddressInfo;
  const server: OrdersServer = {
    ...{ ignoresCopies: false, crashes: false, deadlocks: false, copyStatus: null },
    ...{
      forgetsBy: null,
      deletesOrders: false,
      deletedStatus: null,
      ignoredCopies: Number.POSITIVE_INFINITY,
    },
    ...{ reset: 204, lookUp: null, status: 200, ...changes },
    url: `http://127.0.0.1:${port}`,
    deliveries: () => deliveries,
    stop() {
      http.closeAllConnections();
      http.close();
    },
  };
  return server;
}
