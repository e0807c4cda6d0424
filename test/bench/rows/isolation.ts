/** The rate of a healthy webhook next to one that hangs or refuses connections, and alone. */
import { receivedRate } from '../drained.ts';
import { source } from '../events.ts';
import type { Setup } from '../processes.ts';
import { closedPortUrl, startReceiver } from '../receiver.ts';
import { median, type Row } from '../table.ts';

const runs = 3;
const messages = 20_000;

const sources = [source.name];

type Neighbour = (healthy: string, other: string) => NonNullable<Setup['destinations']>;

const apart: Neighbour = (healthy, other) => [
  { name: 'Healthy', webhookUrl: healthy, sources },
  { name: 'Other', webhookUrl: other, sources },
];

const together =
  (fanOut: 'any' | 'each'): Neighbour =>
  (healthy, other) => [
    { name: 'Both', webhooks: [{ url: other }, { url: healthy }], fanOut, sources },
  ];

export async function isolation(): Promise<readonly Row[]> {
  const [healthy, hanging] = [await startReceiver(), await startReceiver({ responds: 'hang' })];
  const closed = await closedPortUrl();
  const rate = (destinations: ReturnType<Neighbour>) =>
    receivedRate({ sources: [source], destinations }, { messages }, healthy);
  const alone = [{ name: 'Healthy', webhookUrl: healthy.url, sources }];
  const cases: readonly (readonly [string, ReturnType<Neighbour>])[] = [
    ['hangs, another destination', apart(healthy.url, hanging.url)],
    ['refuses, another destination', apart(healthy.url, closed)],
    ['hangs, fan-out any', together('any')(healthy.url, hanging.url)],
    ['hangs, fan-out each', together('each')(healthy.url, hanging.url)],
    ['refuses, fan-out any', together('any')(healthy.url, closed)],
    ['refuses, fan-out each', together('each')(healthy.url, closed)],
  ];
  const alones: number[] = [];
  const rates = cases.map((): number[] => []);
  for (let turn = 0; turn < runs; turn += 1) {
    alones.push(await rate(alone));
    for (const [index, [, destinations]] of cases.entries())
      rates[index]?.push(await rate(destinations));
  }
  await healthy.close();
  await hanging.close();
  return cases.map(([name], index) => ({
    name: `isolation: a healthy webhook while another ${name}`,
    unit: '/s',
    ours: median(rates[index] ?? []),
    beside: median(alones),
    is: 'alone',
  }));
}
