/** A mock endpoint that forwards, next to a bare relay that returns the response of the same server. */
import { headers, trackBodies } from '../events.ts';
import { load } from '../load.ts';
import { startProcess, startProduct } from '../processes.ts';
import { startReceiver } from '../receiver.ts';
import { median, type Row } from '../table.ts';

const connections = 50;
const requests = 10_000;
const runs = 5;

/** Enough for the JIT compiler of both. */
const warmUp = 20_000;

export async function forwarding(): Promise<readonly Row[]> {
  const target = await startReceiver();
  const relay = await startProcess<{ port: number }>('test/bench/servers/forwarder.ts', [
    target.url,
  ]);
  const product = await startProduct({
    sources: [],
    destinations: [],
    mocks: [{ name: 'shop', forward: { url: target.url } }],
  });
  const rate = async (port: number, path: string, count: number): Promise<number> => {
    const expected = target.received + count;
    const { perSecond } = await load({
      port,
      path,
      headers,
      body: trackBodies(),
      connections,
      requests: count,
    });
    if (target.received !== expected)
      throw new Error(`${target.received} of ${expected} requests were forwarded.`);
    return perSecond;
  };
  const mockPort = Number(new URL(product.ready.mocks).port);
  const ours = (count: number) => rate(mockPort, '/mock/shop', count);
  const bare = (count: number) => rate(relay.ready.port, '/', count);

  await bare(warmUp);
  await ours(warmUp);
  const rates: number[] = [];
  const bareRates: number[] = [];
  for (let turn = 0; turn < runs; turn += 1) {
    bareRates.push(await bare(requests));
    rates.push(await ours(requests));
  }
  await product.stop();
  await relay.stop();
  await target.close();
  return [
    {
      name: 'forwarding by a mock endpoint, both sides logged',
      unit: '/s',
      ours: median(rates),
      beside: median(bareRates),
      is: 'ceiling',
    },
  ];
}
