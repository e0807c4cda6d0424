/** Measures how fast a backlog is drained. */
import { type Backlog, makeBacklog } from './backlog.ts';
import { type Setup, startIn } from './processes.ts';
import { connectProduct } from './product-client.ts';
import type { Receiver } from './receiver.ts';

/** Deliveries per second, from the request after `warmUp` ones to the last attempt stored. */
export async function drainRate(
  setup: Setup,
  backlog: Backlog,
  receiver: Receiver,
  warmUp: number,
): Promise<number> {
  const folder = await makeBacklog(setup, backlog);
  const first = receiver.until(receiver.received + warmUp);
  const product = await startIn(folder);
  const client = connectProduct(product.ready);
  const startedAt = await first;
  const endedAt = await client.until(({ delivered }) => delivered === backlog.messages);
  await client.close();
  await product.stop();
  await folder.remove();
  return (1_000 * (backlog.messages - warmUp)) / (endedAt - startedAt);
}

/** Requests per second that a receiver gets, from the first to the last of `count`. */
export async function receivedRate(
  setup: Setup,
  backlog: Backlog,
  receiver: Receiver,
  [from, to]: readonly [number, number] = [0, backlog.messages],
): Promise<number> {
  const folder = await makeBacklog(setup, backlog);
  const before = receiver.received;
  const first = receiver.until(before + from + 1);
  const last = receiver.until(before + to);
  const product = await startIn(folder);
  const seconds = ((await last) - (await first)) / 1_000;
  await product.stop();
  await folder.remove();
  return (to - from) / seconds;
}
