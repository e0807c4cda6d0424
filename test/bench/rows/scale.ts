/** A large backlog: startup, memory, and requests of the interface while it is drained. */
import { makeBacklog } from '../backlog.ts';
import { source } from '../events.ts';
import { startIn } from '../processes.ts';
import { connectProduct, type ProductClient } from '../product-client.ts';
import { startReceiver } from '../receiver.ts';
import { peakResidentMb } from '../resident-memory.ts';
import { percentile, type Row } from '../table.ts';

const limits = { startMs: 3_000, residentMb: 350, responseMs: 100 };

/** Requests of the interface, for a backlog of this size. */
const questions = (count: number): Readonly<Record<string, (n: number) => string>> => ({
  list: () => '/deliveries?limit=50',
  filter: (n) => `/deliveries?limit=50&state=${n % 2 === 0 ? 'waiting' : 'delivered'}`,
  'page far back': (n) => `/deliveries?limit=50&cursor=${(1 + ((n * 7_919) % count)).toString(36)}`,
  detail: (n) => `/deliveries/${1 + ((n * 7_919) % count)}`,
  ledger: () => '/ledger',
});

const rounds = 150;

async function ask(client: ProductClient, count: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (let n = 0; n < rounds; n += 1)
    for (const [name, path] of Object.entries(questions(count))) {
      const startedAt = performance.now();
      await client.get(path(n));
      const measured = times.get(name) ?? [];
      measured.push(performance.now() - startedAt);
      times.set(name, measured);
    }
  return times;
}

export async function scale(messages: number): Promise<readonly Row[]> {
  const receiver = await startReceiver();
  const setup = {
    sources: [source],
    destinations: [
      { name: 'Hooks', webhookUrl: receiver.url, sharedSecret: 's3cret', sources: [source.name] },
    ],
  };
  const folder = await makeBacklog(setup, { messages });
  const startedAt = performance.now();
  const first = receiver.until(1);
  const product = await startIn(folder);
  const startMs = (await first) - startedAt;
  const client = connectProduct(product.ready);
  const times = await ask(client, messages);
  const stillWaiting = (await client.ledger()).waiting;
  await client.until(({ delivered }) => delivered === messages);
  const residentMb = await peakResidentMb(product.pid);
  await client.close();
  await product.stop();
  await receiver.close();
  await folder.remove();
  const of = `${messages.toLocaleString('en')} waiting`;
  const drained = Math.round(100 * (1 - stillWaiting / messages));
  return [
    {
      name: `${of}: start-up to first attempt`,
      unit: 'ms',
      ours: startMs,
      beside: limits.startMs,
      is: 'limit',
    },
    ...[...times].map(
      ([name, values]): Row => ({
        name: `${of}: ${name}, p99 over the first ${drained} % of the drain`,
        unit: 'ms',
        ours: percentile(values, 0.99),
        beside: limits.responseMs,
        is: 'limit',
      }),
    ),
    {
      name: `${of}: most resident memory until all is delivered`,
      unit: 'MB',
      ours: residentMb,
      beside: limits.residentMb,
      is: 'limit',
    },
  ];
}
