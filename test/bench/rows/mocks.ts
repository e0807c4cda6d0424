/** The engine while a mock endpoint logs 20,000 requests a minute, and alone. */
import { Pool } from 'undici';
import { headers, source, trackBodies } from '../events.ts';
import { load } from '../load.ts';
import { startProduct } from '../processes.ts';
import { connectProduct } from '../product-client.ts';
import { startReceiver } from '../receiver.ts';
import { median, type Row } from '../table.ts';

const connections = 50;
const requests = 10_000;
const runs = 5;

/** 20,000 a minute, in small bursts. */
const burstRequests = 10;
const burstMs = 30;

interface Flood {
  /** Requests with a response. */
  stop(): Promise<number>;
}

/** Posts to a mock endpoint at a steady rate until stopped. */
function flood(url: string): Flood {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: burstRequests });
  const body = trackBodies();
  let responded = 0;
  const post = async () => {
    const response = await pool.request({ method: 'POST', path: pathname, body: body(responded) });
    await response.body.dump();
    responded += 1;
  };
  const under = new Set<Promise<void>>();
  const timer = setInterval(() => {
    for (let index = 0; index < burstRequests; index += 1) {
      const one = post().finally(() => under.delete(one));
      under.add(one);
    }
  }, burstMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(under);
      await pool.close();
      return responded;
    },
  };
}

export async function mocks(): Promise<readonly Row[]> {
  const target = await startReceiver();
  const product = await startProduct({
    sources: [source],
    destinations: [
      { name: 'Hooks', webhookUrl: target.url, sharedSecret: 's3cret', sources: [source.name] },
    ],
    mocks: [{ name: 'log', secret: 's3cret' }],
  });
  const client = connectProduct(product.ready);
  const { ready } = product;
  let delivered = 0;

  async function rate(count: number): Promise<number> {
    delivered += count;
    const port = Number(new URL(ready.ingest).port);
    const startedAt = performance.now();
    await load({
      port,
      path: '/v1/track',
      headers,
      body: trackBodies(),
      connections,
      requests: count,
    });
    const endedAt = await client.until((ledger) => ledger.delivered === delivered);
    return (1_000 * count) / (endedAt - startedAt);
  }

  await rate(3_000);
  const alone: number[] = [];
  const beside: number[] = [];
  let logged = 0;
  for (let turn = 0; turn < runs; turn += 1) {
    alone.push(await rate(requests));
    const flooding = flood(`${ready.mocks}/mock/log`);
    beside.push(await rate(requests));
    logged += await flooding.stop();
  }
  const { responded } = (await client.get('/mocks/log')) as { responded: number };
  if (responded !== logged)
    throw new Error(`${logged} requests were sent, ${responded} were seen.`);
  await client.close();
  await product.stop();
  await target.close();
  return [
    {
      name: 'end to end, while a mock endpoint logs 20,000 requests a minute',
      unit: '/s',
      ours: median(beside),
      beside: median(alone),
      is: 'alone',
    },
  ];
}
