/**
 * How cost grows with the kept deliveries: startup time, events per second, disk space per delivery, and the list while
 * events are delivered.
 */
import { stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { source } from '../events.ts';
import { type Folder, makeFolder, startIn } from '../processes.ts';
import { connectProduct, type ProductClient } from '../product-client.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { median, percentile, type Row } from '../table.ts';
import { post } from './end-to-end.ts';

const sizes = [10_000, 100_000, 1_000_000, 5_000_000] as const;
const warmUp = 10_000;
const events = 5_000;
const runs = 7;

/** Of the sizes and of a copy of the largest table, which SQLite may make. */
const neededBytes = 5_000_000 * 5_000;

const databaseOf = (folder: Folder): string => join(folder.data, 'hookwright.sqlite');

/** Copies what the product stored until that many deliveries are kept. */
function copyUntil(count: number, folder: Folder): void {
  const db = new Database(databaseOf(folder));
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -500000');

  const last = (table: string): number =>
    db.prepare<[], number>(`SELECT MAX(id) FROM ${table}`).pluck().get() ?? 0;

  /** With an id after the last one, and other values of these columns. */
  function copyRows(table: string, rows: number, values: Readonly<Record<string, string>>): void {
    const columns = db
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(table);
    const all: Readonly<Record<string, string>> = { id: `id + ${last(table)}`, ...values };
    db.exec(`INSERT INTO ${table} (${columns.join(', ')})
      SELECT ${columns.map((name) => all[name] ?? name).join(', ')} FROM ${table} WHERE id <= ${rows}`);
  }

  // Each message has one body, one delivery and one attempt, so that the ids of all grow alike.
  for (let kept = last('deliveries'); kept < count; kept = last('deliveries')) {
    const rows = Math.min(kept, count - kept);
    db.transaction(() => {
      const later = (column: string) => ({ [column]: `${column} + ${kept}` });
      copyRows('messages', rows, { message_id: 'lower(hex(randomblob(16)))' });
      copyRows('bodies', rows, {});
      copyRows('deliveries', rows, { ...later('message_row_id'), ...later('body_id') });
      copyRows('attempts', rows, later('delivery_id'));
      db.prepare(
        `UPDATE counters SET value = value + ? WHERE name IN ('accepted', 'routed', 'delivered')
           AND scope = '' AND hour_at = 0`,
      ).run(rows);
    })();
  }
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

async function deliver(client: ProductClient, ingest: string, count: number): Promise<number> {
  const before = (await client.ledger()).delivered;
  const startedAt = performance.now();
  await post(Number(new URL(ingest).port), '/v1/track', count);
  const endedAt = await client.until(({ delivered }) => delivered === before + count);
  return (1_000 * count) / (endedAt - startedAt);
}

/** Times of the list in milliseconds, one request after the other until `end`. */
async function listTimes(client: ProductClient, end: Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  let hasEnded = false;
  const ended = end.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const startedAt = performance.now();
    await client.get('/deliveries?limit=50');
    times.push(performance.now() - startedAt);
  }
  await ended;
  return times;
}

/** From the start of the program until it is ready. */
async function startMs(folder: Folder): Promise<number> {
  const startedAt = performance.now();
  const product = await startIn(folder);
  const ms = performance.now() - startedAt;
  await product.stop();
  return ms;
}

interface Cost {
  readonly startMs: number;
  readonly perSecond: number;
  readonly bytes: number;
  readonly listMs: number;
}

async function costAt(kept: number, folder: Folder): Promise<Cost> {
  copyUntil(kept, folder);
  const { size } = await stat(databaseOf(folder));
  const starts: number[] = [];
  for (let index = 0; index < runs; index += 1) starts.push(await startMs(folder));
  const product = await startIn(folder);
  const client = connectProduct(product.ready);
  const other = connectProduct(product.ready);
  const run = (count: number) => deliver(client, product.ready.ingest, count);
  await run(warmUp);
  const rates: number[] = [];
  for (let index = 0; index < runs; index += 1) rates.push(await run(events));
  const times = await listTimes(other, run(events));
  await client.close();
  await other.close();
  await product.stop();
  const added = (await stat(databaseOf(folder))).size - size;
  return {
    startMs: median(starts),
    perSecond: median(rates),
    bytes: added / (warmUp + (runs + 1) * events),
    listMs: percentile(times, 0.99),
  };
}

/** The first deliveries, made by the product itself. */
async function firstDeliveries(receiver: Receiver): Promise<Folder> {
  const folder = await makeFolder({
    sources: [source],
    destinations: [
      { name: 'Hooks', webhookUrl: receiver.url, sharedSecret: 's3cret', sources: [source.name] },
    ],
  });
  const product = await startIn(folder);
  const client = connectProduct(product.ready);
  await deliver(client, product.ready.ingest, sizes[0]);
  await client.close();
  await product.stop();
  return folder;
}

/** The chart in docs/performance.md. */
const chartOf = (costs: readonly Cost[]): string => `
\`\`\`mermaid
xychart-beta
  title "Events per second, by number of kept deliveries"
  x-axis [${sizes.map((size) => `"${size.toLocaleString('en')}"`).join(', ')}]
  y-axis 0 --> ${Math.max(...costs.map(({ perSecond }) => Math.ceil(perSecond)))}
  bar [${costs.map(({ perSecond }) => Math.round(perSecond)).join(', ')}]
\`\`\`
`;

export async function growth(): Promise<readonly Row[]> {
  const { bavail, bsize } = await statfs(tmpdir());
  const gigabytes = (bytes: number) => `${Math.ceil(bytes / 1e9)} GB`;
  process.stdout.write(
    `growth needs ${gigabytes(neededBytes)} in ${tmpdir()}; ${gigabytes(bavail * bsize)} are free.\n`,
  );
  if (bavail * bsize < neededBytes) throw new Error('growth: too little free disk space.');
  const receiver = await startReceiver();
  const folder = await firstDeliveries(receiver);
  const rows: Row[] = [];
  const costs: Cost[] = [];
  for (const size of sizes) {
    const cost = await costAt(size, folder);
    costs.push(cost);
    const [first = cost] = costs;
    const at = `${size.toLocaleString('en')} kept, beside ${sizes[0].toLocaleString('en')}`;
    rows.push(
      {
        name: `${at}: start`,
        unit: 'ms',
        ours: cost.startMs,
        beside: first.startMs,
        is: 'alone',
      },
      {
        name: `${at}: end to end`,
        unit: '/s',
        ours: cost.perSecond,
        beside: first.perSecond,
        is: 'alone',
      },
      {
        name: `${at}: disk space per added delivery`,
        unit: 'B',
        ours: cost.bytes,
        beside: first.bytes,
        is: 'alone',
      },
      {
        name: `${at}: list while delivering, p99`,
        unit: 'ms',
        ours: cost.listMs,
        beside: first.listMs,
        is: 'alone',
      },
    );
  }
  process.stdout.write(chartOf(costs));
  await receiver.close();
  await folder.remove();
  return rows;
}
