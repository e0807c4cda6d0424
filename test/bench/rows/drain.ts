/**
 * A backlog that is due, and one that becomes due at one time; next to undici posting the same
 * bytes.
 */
import { backlogBody } from '../backlog.ts';
import { drainRate } from '../drained.ts';
import { source } from '../events.ts';
import { startProcess } from '../processes.ts';
import { startReceiver } from '../receiver.ts';
import { median, type Row } from '../table.ts';

const runs = 3;
const backlog = 50_000;
const storm = 100_000;

/** Warm-up: deliveries, and requests of the ceiling, before the measurement. */
const warmUp = 20_000;

/** By then the product has started and waits for due deliveries. */
const stormAfterMs = 6_000;

export async function drain(): Promise<readonly Row[]> {
  const receiver = await startReceiver();
  const poster = await startProcess('test/bench/servers/poster.ts', [receiver.url, backlogBody]);
  const setup = {
    sources: [source],
    destinations: [
      { name: 'Hooks', webhookUrl: receiver.url, sharedSecret: 's3cret', sources: [source.name] },
    ],
  };
  const post = async (count: number) => {
    const { seconds } = (await poster.ask(String(count))) as { seconds: number };
    return count / seconds;
  };
  await post(warmUp);
  const ceilings: number[] = [];
  const drained: number[] = [];
  const stormed: number[] = [];
  for (let turn = 0; turn < runs; turn += 1) {
    ceilings.push(await post(backlog));
    drained.push(await drainRate(setup, { messages: warmUp + backlog }, receiver, warmUp));
    const dueAt = Date.now() + stormAfterMs;
    const due = { messages: storm, rounds: 1, dueAt } as const;
    stormed.push(await drainRate(setup, due, receiver, warmUp));
  }
  await poster.stop();
  await receiver.close();
  const row = (name: string, ours: readonly number[]): Row => ({
    name,
    unit: '/s',
    ours: median(ours),
    beside: median(ceilings),
    is: 'ceiling',
  });
  return [
    row(`drain: a backlog of ${backlog.toLocaleString('en')}`, drained),
    row(`retry storm: ${storm.toLocaleString('en')} becoming due at once`, stormed),
  ];
}
