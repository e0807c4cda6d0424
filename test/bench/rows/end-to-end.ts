/**
 * Accept over HTTP, store, sign, deliver, store the attempt; next to servers that do the same or
 * less.
 */
import { headers, source, trackBodies } from '../events.ts';
import { load } from '../load.ts';
import { startProcess, startProduct } from '../processes.ts';
import { connectProduct } from '../product-client.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { median, type Row } from '../table.ts';

const connections = 50;
const requests = 10_000;
const runs = 7;

/** Enough for the JIT compiler of both. */
const warmUp = 40_000;

export const post = (port: number, path: string, count: number) =>
  load({ port, path, headers, body: trackBodies(), connections, requests: count });

interface Contestant {
  /** Events per second, from the first request to the last delivery. */
  run(count: number): Promise<number>;
  stop(): Promise<void>;
}

/** Medians of the product and its comparison, under the same load to the same receiver. */
export async function besideProduct(
  start: (receiver: Receiver) => Promise<Contestant>,
): Promise<{ readonly ours: number; readonly beside: number }> {
  const receiver = await startReceiver();
  const other = await start(receiver);
  const product = await startProduct({
    sources: [source],
    destinations: [
      { name: 'Hooks', webhookUrl: receiver.url, sharedSecret: 's3cret', sources: [source.name] },
    ],
  });
  const client = connectProduct(product.ready);
  const ingestPort = Number(new URL(product.ready.ingest).port);
  let delivered = 0;

  async function productRun(count: number): Promise<number> {
    delivered += count;
    const startedAt = performance.now();
    await post(ingestPort, '/v1/track', count);
    const endedAt = await client.until((ledger) => ledger.delivered === delivered);
    return (1_000 * count) / (endedAt - startedAt);
  }

  // Both are warmed up and then alternate, so that other load affects both equally.
  await other.run(warmUp);
  await productRun(warmUp);
  const ours: number[] = [];
  const others: number[] = [];
  for (let turn = 0; turn < runs; turn += 1) {
    others.push(await other.run(requests));
    ours.push(await productRun(requests));
  }
  await client.close();
  await product.stop();
  await other.stop();
  await receiver.close();
  return { ours: median(ours), beside: median(others) };
}

export async function endToEnd(): Promise<readonly Row[]> {
  const { ours, beside } = await besideProduct(async (receiver) => {
    const relay = await startProcess<{ port: number }>('test/bench/servers/relay.ts', [
      receiver.url,
    ]);
    return {
      async run(count) {
        const expected = receiver.received + count;
        const startedAt = performance.now();
        await post(relay.ready.port, '/', count);
        return (1_000 * count) / ((await receiver.until(expected)) - startedAt);
      },
      stop: relay.stop,
    };
  });
  return [
    {
      name: 'end to end: accepted, stored, signed, delivered, attempt stored',
      unit: '/s',
      ours,
      beside,
      is: 'ceiling',
    },
  ];
}
