/** Waiting batches do not block small ones, and are limited. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { type BatchGate, createBatchGate } from '#main/ingestion/batch-gate.ts';
import type { IngestTools } from '#main/ingestion/ingest-tools.ts';
import { writeKey } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { basic, track } from '#test/support/ingest-client.ts';
import { startIngest } from '#test/support/ingest-server.ts';

const maxBatchMessages = 2_500;

/** The whole capacity, so that batches wait. */
const fullGate = 100;

/** A gate that reports how often batches have requested capacity. */
function watchedGate() {
  const gate = createBatchGate();
  let entered = 0;
  const watchers = new Set<() => void>();
  const batchGate: BatchGate = {
    ...gate,
    acquire(messages) {
      const entering = gate.acquire(messages);
      entered += 1;
      for (const watcher of watchers) watcher();
      return entering;
    },
  };
  const enteredBy = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (entered >= count) resolve();
      };
      watchers.add(look);
      look();
    });
  return { gate, batchGate, enteredBy };
}

async function start(tools: Partial<IngestTools> = {}) {
  const watched = watchedGate();
  const { server, store } = await startIngest({ batchGate: watched.batchGate, ...tools });
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: basic(writeKey), 'content-type': 'application/json' };
  async function post(body: string) {
    const url = `http://127.0.0.1:${port}/v1/batch`;
    const response = await request(url, { method: 'POST', headers, body });
    const { statusCode: status, headers: responseHeaders } = response;
    const json = (await response.body.json()) as { readonly code?: string };
    return { status, headers: responseHeaders, json };
  }
  return { ...watched, server, store, port, post };
}

const batchOf = (count: number, more: object = {}): string =>
  JSON.stringify({ batch: Array.from({ length: count }, () => track(more)) });

const newest = (store: Awaited<ReturnType<typeof start>>['store']) =>
  store.messages.page(10, undefined).items;

it('a small batch is accepted long before large ones that arrived first', async () => {
  const { store, enteredBy, post } = await start();
  const count = 4;
  const order: string[] = [];
  const large = Array.from({ length: count }, async () => {
    const { status } = await post(batchOf(maxBatchMessages));
    order.push('large');
    return status;
  });
  await enteredBy(count);
  expect((await post(batchOf(1))).status).toBe(200);
  expect(order).toEqual([]);
  expect(store.counters.ledger().accepted).toBeLessThan((count * maxBatchMessages) / 2);
  expect(await Promise.all(large)).toEqual(Array(count).fill(200));
  expect(store.counters.ledger().accepted).toBe(count * maxBatchMessages + 1);
});

it('the clock skew of a batch is measured on arrival, not after it has waited', async () => {
  const clock = new FakeClock();
  const { gate, enteredBy, post, store } = await start({ clock, machineClock: clock });
  const leave = await gate.acquire(fullGate);
  const now = new Date(clock.now()).toISOString();
  const response = post(batchOf(1, { timestamp: now, sentAt: now }));
  await enteredBy(1);
  clock.advance(60_000);
  leave();
  expect((await response).status).toBe(200);
  expect(newest(store)).toMatchObject([{ timestamp: now }]);
});

it('a batch whose client disconnected while it waited is dropped', async () => {
  const { server, port, gate, enteredBy, post, store } = await start();
  const leave = await gate.acquire(fullGate);
  const connection = once(server, 'connection');
  const socket = net.connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  const body = batchOf(3);
  socket.write(
    `POST /v1/batch HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(writeKey)}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const [served] = (await connection) as [net.Socket];
  await enteredBy(1);
  const closed = once(served, 'close');
  socket.resetAndDestroy();
  // A reset is a connection error.
  await closed.catch(() => undefined);
  const next = post(batchOf(1));
  await enteredBy(2);
  leave();
  expect((await next).status).toBe(200);
  expect(store.counters.ledger()).toMatchObject({ accepted: 1, rejected: 0 });
});

it('beyond 32 MB of waiting batches, further ones get 503 with Retry-After', async () => {
  const { gate, enteredBy, post, store } = await start();
  const leave = await gate.acquire(fullGate);
  const body = JSON.stringify({ batch: [track()], padding: 'x'.repeat(500_000) });
  const fitting = Math.floor((32 * 1_024 * 1_024) / body.length);
  const waiting = Array.from({ length: fitting }, () => post(body));
  await enteredBy(fitting);
  const refused = await post(body);
  expect(refused).toMatchObject({ status: 503, json: { code: 'unavailable' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  leave();
  const responses = await Promise.all(waiting);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(store.counters.ledger().accepted).toBe(fitting);
  expect((await post(body)).status).toBe(200);
});
