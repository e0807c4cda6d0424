/**
 * An audience of 100,000: plan, first sync during the drain of a backlog, a sync without changes.
 */
import { drainRate } from '../drained.ts';
import { source } from '../events.ts';
import { startProduct } from '../processes.ts';
import { connectProduct, type ProductClient } from '../product-client.ts';
import { startReceiver } from '../receiver.ts';
import { peakResidentMb } from '../resident-memory.ts';
import { median, type Row } from '../table.ts';

const members = 100_000;
const runs = 3;
/** Half as many users take the same memory: it grows with the load, not with the audience. */
const limits = { planMs: 1_000, emptySyncMs: 1_000, residentMb: 400 };

interface Identified {
  readonly id: string;
}

async function timed<Result>(work: () => Promise<Result>) {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}

async function makeAudience(client: ProductClient): Promise<string> {
  const [first] = (await client.get('/sources')) as Identified[];
  const created = { name: 'Big Spenders', sourceId: first?.id };
  const { id } = (await client.post('/audiences', created)) as Identified;
  await client.post(`/audiences/${id}/members/generate`, { count: members });
  return id;
}

async function measure(setup: Parameters<typeof startProduct>[0]) {
  const product = await startProduct(setup);
  const client = connectProduct(product.ready);
  const path = `/audiences/${await makeAudience(client)}/syncs`;
  const plan = await timed(() => client.post(`${path}?plan=true`, {}));
  const startedAt = performance.now();
  await client.post(path, {});
  const syncedAt = await client.until(({ accepted }) => accepted === members);
  const deliveredAt = await client.until(({ delivered }) => delivered === members);
  const empty = await timed(() => client.post(path, {}));
  const residentMb = await peakResidentMb(product.pid);
  await client.close();
  await product.stop();
  return {
    planMs: plan.ms,
    sentPerSecond: (1_000 * members) / (syncedAt - startedAt),
    perSecond: (1_000 * members) / (deliveredAt - startedAt),
    emptySyncMs: empty.ms,
    residentMb,
  };
}

export async function audience(): Promise<readonly Row[]> {
  const receiver = await startReceiver();
  const setup = {
    sources: [source],
    destinations: [
      { name: 'Hooks', webhookUrl: receiver.url, sharedSecret: 's3cret', sources: [source.name] },
    ],
  };
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  const drained: number[] = [];
  for (let turn = 0; turn < runs; turn += 1) {
    measured.push(await measure(setup));
    drained.push(await drainRate(setup, { messages: members }, receiver, 1));
  }
  await receiver.close();
  const ours = (key: keyof (typeof measured)[number]) => median(measured.map((one) => one[key]));
  const of = `audience of ${members.toLocaleString('en')}`;
  const limit = (name: string, unit: string, key: keyof typeof limits): Row => ({
    name: `${of}: ${name}`,
    unit,
    ours: ours(key),
    beside: limits[key],
    is: 'limit',
  });
  const besideDrain = (name: string, key: 'sentPerSecond' | 'perSecond'): Row => ({
    name: `${of}: ${name}`,
    unit: '/s',
    ours: ours(key),
    beside: median(drained),
    is: 'ceiling',
  });
  return [
    limit('plan', 'ms', 'planMs'),
    besideDrain('first sync of all, during the drain of as many', 'sentPerSecond'),
    besideDrain('first sync until all is delivered, beside the drain of as many', 'perSecond'),
    limit('sync without changes', 'ms', 'emptySyncMs'),
    limit('most resident memory', 'MB', 'residentMb'),
  ];
}
