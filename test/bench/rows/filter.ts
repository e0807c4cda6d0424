/** The list under a filter: the first page, step by step as the interface asks for it. */
import { makeBacklog } from '../backlog.ts';
import { source } from '../events.ts';
import { startIn } from '../processes.ts';
import { connectProduct, type ProductClient } from '../product-client.ts';
import { percentile, type Row } from '../table.ts';

const count = 100_000;
const hourMs = 3_600_000;
const pageLimit = 50;

/** `stepMs`: how long a call may keep the core from other work, its way over REST included. */
const limits = { indexedMs: 100, bodyMs: 500, stepMs: 60 };

/** Where nothing matches, the first page takes the longest: every delivery is looked at. */
const filters: readonly { readonly text: string; readonly limitMs: number }[] = [
  { text: 'state:retrying', limitMs: limits.indexedMs },
  { text: 'destination:Hooks state:retrying type:track', limitMs: limits.indexedMs },
  { text: 'not state:retrying', limitMs: limits.indexedMs },
  { text: 'status>=500', limitMs: limits.indexedMs },
  { text: 'body.properties.total>100', limitMs: limits.bodyMs },
  { text: 'body.properties.total>1000', limitMs: limits.bodyMs },
  { text: 'event:Nothing', limitMs: limits.bodyMs },
  { text: 'nowhere', limitMs: limits.bodyMs },
];

const rounds = 30;

interface Step {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

/** Milliseconds of every step until the page is full or all has been looked at. */
async function firstPage(client: ProductClient, filter: string): Promise<readonly number[]> {
  const steps: number[] = [];
  let found = 0;
  for (let cursor: string | null = ''; cursor !== null && found < pageLimit; ) {
    const startedAt = performance.now();
    const query = new URLSearchParams({ filter, limit: String(pageLimit) });
    if (cursor !== '') query.set('cursor', cursor);
    const step = (await client.get(`/deliveries?${query}`)) as Step;
    steps.push(performance.now() - startedAt);
    found += step.items.length;
    cursor = step.nextCursor;
  }
  return steps;
}

export async function filter(): Promise<readonly Row[]> {
  const setup = {
    sources: [source],
    destinations: [{ name: 'Hooks', webhookUrl: 'http://127.0.0.1:9/', sources: [source.name] }],
  };
  const backlog = { messages: count, state: 'retrying', dueAt: Date.now() + hourMs } as const;
  const folder = await makeBacklog(setup, backlog);
  const product = await startIn(folder);
  const client = connectProduct(product.ready);
  const rows: Row[] = [];
  const allSteps: number[] = [];
  for (const { text, limitMs } of filters) {
    const pages: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const steps = await firstPage(client, text);
      allSteps.push(...steps);
      pages.push(steps.reduce((sum, ms) => sum + ms, 0));
    }
    rows.push({
      name: `${count.toLocaleString('en')} deliveries: first page of "${text}", p99`,
      unit: 'ms',
      ours: percentile(pages, 0.99),
      beside: limitMs,
      is: 'limit',
    });
  }
  await client.close();
  await product.stop();
  await folder.remove();
  return [
    ...rows,
    {
      name: 'a step of all of these, p99',
      unit: 'ms',
      ours: percentile(allSteps, 0.99),
      beside: limits.stepMs,
      is: 'limit',
    },
  ];
}
