/** Ingestion alone: accepted single messages, next to a bare server that stores nothing. */
import { headers, source, trackBodies } from '../events.ts';
import { type LoadResult, load } from '../load.ts';
import { startProcess, startProduct } from '../processes.ts';
import type { Row } from '../table.ts';
import { median } from '../table.ts';

const connections = 50;
const requests = 15_000;
const runs = 5;

/** Enough for the JIT compiler of both; before, their rates still double. */
const warmUp = 40_000;

const run = (port: number, count: number): Promise<LoadResult> =>
  load({
    port,
    path: '/v1/track',
    headers,
    body: trackBodies(),
    connections,
    requests: count,
  });

export async function ingest(): Promise<readonly Row[]> {
  const bare = await startProcess<{ port: number }>('test/bench/servers/bare.ts', []);
  const product = await startProduct({ sources: [source] });
  const productPort = Number(new URL(product.ready.ingest).port);
  const bareResults: LoadResult[] = [];
  const ourResults: LoadResult[] = [];
  // Both are warmed up and then alternate, so that other load affects both equally.
  await run(bare.ready.port, warmUp);
  await run(productPort, warmUp);
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
    beside: of(bareResults, key),
    is: 'ceiling',
  });
  return [row('accepted', 'perSecond', '/s'), row('p50', 'p50Ms', 'ms'), row('p99', 'p99Ms', 'ms')];
}
