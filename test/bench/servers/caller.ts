/**
 * Server code that sends events: `caller.ts hookwright|segment <endpoint>`. A line on stdin selects
 * the measurement: `deliver 20000` prints the seconds until so many calls are delivered, `hold
 * 10000` the bytes of memory per queued call.
 */
import { createInterface } from 'node:readline';
import { Analytics as Segment } from '@segment/analytics-node';
import { Analytics } from '#shared/client/index.ts';
import { writeKey } from '../events.ts';

interface Client {
  track(record: { userId: string; event: string; properties: object; context: object }): void;
  flush(): Promise<unknown>;
}

/** Messages queued together by both: few enough that neither flushes because of their bytes. */
const maxQueued = 1_000;

/** Well below the limit of the default queue. */
const calledTogether = 5_000;

const [, , library = '', endpoint = ''] = process.argv;

const create = (flushAt: number, flushAfterMs: number): Client =>
  library === 'segment'
    ? new Segment({ writeKey, host: endpoint, flushAt, flushInterval: flushAfterMs })
    : (new Analytics(writeKey, {
        endpoint,
        flushAt,
        size: flushAt,
        flushAfter: flushAfterMs,
        // Thrown here it would only be logged, and dropped messages would count as delivered.
        onError(error) {
          queueMicrotask(() => {
            throw error;
          });
        },
      }) as Client);

function call(client: Client, count: number): void {
  for (let n = 0; n < count; n += 1)
    client.track({
      userId: `user-${n % 1_000}`,
      event: 'Order Completed',
      properties: { orderId: `o-${n}`, total: 129.9, currency: 'EUR', items: 3 },
      context: { ip: '127.0.0.1' },
    });
}

const sender = create(20, 5_000);

async function deliver(count: number): Promise<object> {
  const startedAt = performance.now();
  for (let called = 0; called < count; called += calledTogether) {
    call(sender, Math.min(calledTogether, count - called));
    await sender.flush();
  }
  return { seconds: (performance.now() - startedAt) / 1_000 };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

/** Used bytes after garbage collection, run twice because some objects need a second one. */
async function collectedHeap(): Promise<number> {
  for (let collection = 0; collection < 3; collection += 1) {
    await turn();
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

async function hold(count: number): Promise<object> {
  const before = await collectedHeap();
  const clients = Array.from({ length: count / maxQueued }, () => create(1_000_000, 600_000));
  for (const client of clients) call(client, maxQueued);
  const bytes = ((await collectedHeap()) - before) / count;
  await Promise.all(clients.map((client) => client.flush()));
  return { bytes };
}

const measures: Readonly<Record<string, (count: number) => Promise<object>>> = { deliver, hold };

const tell = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const [measure = '', count] = line.split(' ');
  void measures[measure]?.(Number(count)).then(tell);
});
tell({ ready: true });
