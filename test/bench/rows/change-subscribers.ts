/** Memory and ingestion with the maximum number of change subscribers. */
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { maxSubscribers } from '#main/store/change-feed.ts';
import { headers, source, trackBodies } from '../events.ts';
import { startProcess, startProduct } from '../processes.ts';
import { startReceiver } from '../receiver.ts';
import { peakResidentMb } from '../resident-memory.ts';
import { percentile, type Row } from '../table.ts';

const messages = 1_000;
/** The rate of a busy test suite, not of a load test. */
const perSecond = 100;
const limits = { residentMb: 400, p50Ms: 50 };

async function latencies(ingest: string): Promise<readonly number[]> {
  const pool = new Pool(ingest, { connections: 8 });
  const body = trackBodies();
  const taken: Promise<number>[] = [];
  for (let n = 0; n < messages; n += 1) {
    const sentAt = performance.now();
    taken.push(
      pool
        .request({ method: 'POST', path: '/v1/track', headers, body: body(n) })
        .then(async (response) => {
          await response.body.dump();
          return performance.now() - sentAt;
        }),
    );
    await pause(1_000 / perSecond);
  }
  const all = await Promise.all(taken);
  await pool.close();
  return all;
}

export async function changeSubscribers(): Promise<readonly Row[]> {
  const receiver = await startReceiver();
  const destinations = [{ name: 'Hooks', webhookUrl: receiver.url, sources: [source.name] }];
  const product = await startProduct({ sources: [source], destinations });
  const { api, token, ingest } = product.ready;
  const subscribers = await startProcess('test/bench/servers/subscribers.ts', [
    api,
    token,
    String(maxSubscribers),
  ]);
  const taken = await latencies(ingest);
  const residentMb = await peakResidentMb(product.pid);
  await subscribers.stop();
  await product.stop();
  await receiver.close();
  const what = `${maxSubscribers.toLocaleString('en')} change subscribers, ${perSecond} messages/s`;
  return [
    {
      name: `${what}: memory`,
      unit: 'MB',
      ours: residentMb,
      beside: limits.residentMb,
      is: 'limit',
    },
    {
      name: `${what}: ingestion, median`,
      unit: 'ms',
      ours: percentile(taken, 0.5),
      beside: limits.p50Ms,
      is: 'limit',
    },
    {
      name: `${what}: ingestion, 99 of 100`,
      unit: 'ms',
      ours: percentile(taken, 0.99),
      beside: limits.p50Ms,
      is: 'limit',
    },
  ];
}
