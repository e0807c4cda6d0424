/** A receiver that responds after 100 ms: the rate depends on the concurrency, 64 by default. */
import { receivedRate } from '../drained.ts';
import { source } from '../events.ts';
import { startReceiver } from '../receiver.ts';
import type { Row } from '../table.ts';

const latencyMs = 100;
const concurrency = 64;
const messages = 4_000;

export async function concurrencyUsed(): Promise<readonly Row[]> {
  const receiver = await startReceiver({ responds: { afterMs: latencyMs } });
  const setup = {
    sources: [source],
    destinations: [{ name: 'Hooks', webhookUrl: receiver.url, sources: [source.name] }],
  };
  // Without the first and last ones, when not all connections are in use.
  const ours = await receivedRate(setup, { messages }, receiver, [500, messages - 500]);
  await receiver.close();
  return [
    {
      name: `concurrency: ${concurrency} connections to a receiver that takes ${latencyMs} ms`,
      unit: '/s',
      ours,
      beside: concurrency / (latencyMs / 1_000),
      is: 'ceiling',
    },
  ];
}
