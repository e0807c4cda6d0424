/** Ingestion alone: accepted single messages, beside a bare server that stores nothing. */
import { type LoadResult, load } from '../load.ts';
import { startProcess, startProduct } from '../processes.ts';
import type { Row } from '../table.ts';
import { median } from '../table.ts';

const connections = 50;
const requests = 15_000;
const runs = 5;

const writeKey = 'bench';
const headers = {
  Authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
  'Content-Type': 'application/json',
};

/** About what an SDK sends for one track call. */
const body = (n: number): string =>
  JSON.stringify({
    type: 'track',
    userId: `user-${n % 1_000}`,
    event: 'Order Completed',
    messageId: `bench-${process.pid}-${performance.now()}-${n}`,
    properties: { orderId: `o-${n}`, total: 129.9, currency: 'EUR', items: 3 },
    context: { library: { name: 'bench', version: '1.0.0' }, ip: '127.0.0.1' },
    sentAt: new Date().toISOString(),
    timestamp: new Date().toISOString(),
  });

const run = (port: number, count: number): Promise<LoadResult> =>
  load({ port, path: '/v1/track', headers, body, connections, requests: count });

export async function ingest(): Promise<readonly Row[]> {
  const bare = await startProcess<{ port: number }>('test/bench/servers/bare.ts', []);
  const product = await startProduct({ sources: [{ name: 'Bench', writeKey, enabled: true }] });
  const productPort = Number(new URL(product.ready.ingest).port);
  const bareResults: LoadResult[] = [];
  const ourResults: LoadResult[] = [];
  // Both are warmed up, and then take turns, so that what else the machine does hits both alike.
  await run(bare.ready.port, 2_000);
  await run(productPort, 2_000);
  for (let turn = 0; turn < runs; turn += 1) {
    bareResults.push(await run(bare.ready.port, requests));
    ourResults.push(await run(productPort, requests));
  }
  await product.stop();
  await bare.stop();
  const of = (results: readonly LoadResult[], key: keyof LoadResult) =>
    median(results.map((result) => result[key]));
  const row = (name: string, key: keyof LoadResult, unit: string): Row => ({
    name: `ingest, ${connections} connections: ${name}`,
    unit,
    ours: of(ourResults, key),
    ceiling: of(bareResults, key),
  });
  return [row('accepted', 'perSecond', '/s'), row('p50', 'p50Ms', 'ms'), row('p99', 'p99Ms', 'ms')];
}
