/**
 * Latency of deliveries to a healthy receiver while another source sends large batches: 2,500 zeros
 * with a head of 14 KB, or 2,500 valid messages.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { writeKey } from '../events.ts';
import { startProduct } from '../processes.ts';
import { startReceiver } from '../receiver.ts';
import { percentile, type Row } from '../table.ts';

/** Above it, attempts with a timely response would count as timed out. */
const limitMs = 100;

const messages = 400;
const pauseMs = 20;
const batchMessages = 2_500;

const authorization = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

async function post(url: string, key: string, body: string, more: object = {}): Promise<void> {
  const headers = {
    authorization: authorization(key),
    'content-type': 'application/json',
    ...more,
  };
  const response = await request(url, { method: 'POST', headers, body });
  await response.body.dump();
}

async function delays(batch: string | null, more: object = {}): Promise<number[]> {
  const receiver = await startReceiver();
  const product = await startProduct({
    sources: [
      { name: 'Bench', writeKey },
      { name: 'Other', writeKey: 'other' },
    ],
    destinations: [{ name: 'Hooks', webhookUrl: receiver.url, sources: ['Bench'] }],
  });
  let isOver = false;
  async function postBatches(): Promise<void> {
    while (batch !== null && !isOver)
      await post(`${product.ready.ingest}/v1/batch`, 'other', batch, more);
  }
  const posting = Promise.all([postBatches(), postBatches()]);
  const message = JSON.stringify({ userId: 'u', event: 'Order Completed' });
  const measured: number[] = [];
  for (let sent = 0; sent < messages; sent += 1) {
    const arrived = receiver.until(receiver.received + 1);
    const startedAt = performance.now();
    await post(`${product.ready.ingest}/v1/track`, writeKey, message);
    measured.push((await arrived) - startedAt);
    await pause(pauseMs);
  }
  isOver = true;
  await posting;
  await product.stop();
  await receiver.close();
  return measured;
}

export async function largeBatches(): Promise<readonly Row[]> {
  const zeros = JSON.stringify({ batch: Array(batchMessages).fill(0) });
  const pages = Array(batchMessages).fill({ type: 'page', userId: 'u', name: 'Home' });
  const alone = percentile(await delays(null), 0.99);
  const cases = [
    ['zeros', await delays(zeros, { 'x-pad': 'h'.repeat(14_000) })],
    ['valid messages', await delays(JSON.stringify({ batch: pages }))],
  ] as const;
  return cases.map(([what, measured]) => ({
    name: `p99 delay of a delivery beside batches of 2,500 ${what}`,
    unit: 'ms',
    ours: percentile(measured, 0.99) - alone,
    beside: limitMs,
    is: 'limit',
  }));
}
