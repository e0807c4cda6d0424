/** The filtered list: its first page, and the delivery rate during expensive filters. */
import { makeBacklog } from '../backlog.ts';
import { source } from '../events.ts';
import { startIn } from '../processes.ts';
import { connectProduct, type ProductClient } from '../product-client.ts';
import { startReceiver } from '../receiver.ts';
import { percentile, type Row } from '../table.ts';

const count = 100_000;
const hourMs = 3_600_000;
const pageLimit = 50;

const limits = { indexedMs: 100, bodyMs: 500 };

/** Without a match the first page takes longest, because every delivery is read. */
const filters: readonly { readonly text: string; readonly limitMs: number }[] = [
  { text: 'state:waiting', limitMs: limits.indexedMs },
  { text: 'destination:Hooks state:waiting type:track', limitMs: limits.indexedMs },
  { text: 'not state:waiting', limitMs: limits.indexedMs },
  { text: 'status>=500', limitMs: limits.indexedMs },
  { text: 'body.properties.total>100', limitMs: limits.bodyMs },
  { text: 'body.properties.total>1000', limitMs: limits.bodyMs },
  { text: 'event:Nothing', limitMs: limits.bodyMs },
  { text: 'nowhere', limitMs: limits.bodyMs },
];

const rounds = 30;

const pathOf = (text: string): string =>
  `/deliveries?${new URLSearchParams({ filter: text, limit: String(pageLimit) })}`;

async function timed(client: ProductClient, text: string): Promise<number> {
  const startedAt = performance.now();
  await client.get(pathOf(text));
  return performance.now() - startedAt;
}

async function firstPages(): Promise<readonly Row[]> {
  const setup = {
    sources: [source],
    destinations: [{ name: 'Hooks', webhookUrl: 'http://127.0.0.1:9/', sources: [source.name] }],
  };
  const backlog = { messages: count, rounds: 1, dueAt: Date.now() + hourMs } as const;
  const folder = await makeBacklog(setup, backlog);
  const product = await startIn(folder);
  const client = connectProduct(product.ready);
  const rows: Row[] = [];
  for (const { text, limitMs } of filters) {
    const pages: number[] = [];
    for (let round = 0; round < rounds; round += 1) pages.push(await timed(client, text));
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
  return rows;
}

const heavy = {
  deliveries: 250_000,
  clients: 4,
  /** No match: every body is read. */
  filter: (n: number) => `body.properties.total>${1_000 + n}`,
  /** By then the product is idle. */
  dueAfterMs: 90_000,
  idleRounds: 5,
  /** Requests between which the rate is measured: alone, and with the filters. */
  alone: [20_000, 100_000],
  filtered: [110_000, 230_000],
} as const;

/** Share of the delivery rate with four clients that filter bodies continuously, in one run. */
async function underFilters(): Promise<readonly Row[]> {
  const receiver = await startReceiver();
  const setup = {
    sources: [source],
    destinations: [{ name: 'Hooks', webhookUrl: receiver.url, sources: [source.name] }],
  };
  const dueAt = Date.now() + heavy.dueAfterMs;
  const backlog = { messages: heavy.deliveries, rounds: 1, dueAt } as const;
  const folder = await makeBacklog(setup, backlog);
  const received = (count: number) => receiver.until(count);
  const rateBetween = async ([from, to]: readonly [number, number]) =>
    ((to - from) * 1_000) / (-(await received(from)) + (await received(to)));
  const product = await startIn(folder);
  const clients = Array.from({ length: heavy.clients }, () => connectProduct(product.ready));
  const idle: number[] = [];
  for (let round = 0; round < heavy.idleRounds; round += 1)
    for (const [n, client] of clients.entries()) idle.push(await timed(client, heavy.filter(n)));
  if (Date.now() > dueAt) throw new Error('The deliveries were due before the idle rounds ended.');
  const alone = await rateBetween(heavy.alone);
  const busy: number[] = [];
  let isOver = false;
  const filtering = clients.map(async (client, n) => {
    while (!isOver) busy.push(await timed(client, heavy.filter(n)));
  });
  const filtered = await rateBetween(heavy.filtered);
  isOver = true;
  await Promise.all(filtering);
  await Promise.all(clients.map((client) => client.close()));
  await product.stop();
  await receiver.close();
  await folder.remove();
  const of = `${heavy.deliveries.toLocaleString('en')} deliveries, ${heavy.clients} clients filtering bodies`;
  return [
    { name: `${of}: delivery rate`, unit: '/s', ours: filtered, beside: alone, is: 'alone' },
    {
      name: `${of}: a filter, beside one by itself while idle`,
      unit: 'ms',
      ours: percentile(busy, 0.5),
      beside: percentile(idle, 0.5),
      is: 'alone',
    },
  ];
}

export const filter = async (): Promise<readonly Row[]> => [
  ...(await firstPages()),
  ...(await underFilters()),
];
