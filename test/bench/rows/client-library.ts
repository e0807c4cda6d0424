/** The client library and `@segment/analytics-node` doing the same work. */
import { resolve } from 'node:path';
import { bundleBytes } from '../bundle-size.ts';
import { type Running, startProcess } from '../processes.ts';
import { median, type Row } from '../table.ts';

const runs = 5;
const delivered = 20_000;
const queuedMessages = 10_000;

async function measure(caller: Running<unknown>) {
  const { seconds } = (await caller.ask(`deliver ${delivered}`)) as { seconds: number };
  const { bytes } = (await caller.ask(`hold ${queuedMessages}`)) as { bytes: number };
  return { perSecond: delivered / seconds, bytes };
}

export async function clientLibrary(): Promise<readonly Row[]> {
  const bare = await startProcess<{ port: number }>('test/bench/servers/bare.ts', []);
  const endpoint = `http://127.0.0.1:${bare.ready.port}`;
  const start = (library: string) =>
    startProcess('test/bench/servers/caller.ts', [library, endpoint], ['--expose-gc']);
  const callers = [await start('hookwright'), await start('segment')] as const;
  // Both are warmed up and then alternate, so that other load affects both equally.
  for (const caller of callers) await measure(caller);
  const [ours, theirs]: { perSecond: number; bytes: number }[][] = [[], []];
  for (let turn = 0; turn < runs; turn += 1) {
    ours?.push(await measure(callers[0]));
    theirs?.push(await measure(callers[1]));
  }
  for (const caller of callers) await caller.stop();
  await bare.stop();
  const row = (name: string, unit: string, key: 'perSecond' | 'bytes'): Row => ({
    name: `client library: ${name}`,
    unit,
    ours: median((ours ?? []).map((one) => one[key])),
    beside: median((theirs ?? []).map((one) => one[key])),
    is: 'peer',
  });
  const root = resolve(import.meta.dirname, '../../..');
  return [
    row('calls, until they are delivered', '/s', 'perSecond'),
    row('memory of a queued call', 'bytes', 'bytes'),
    {
      name: 'client library: bundle for a browser, minified, with all it imports',
      unit: 'bytes',
      ours: await bundleBytes(resolve(root, 'out/client/index.js'), 'Analytics'),
      beside: await bundleBytes('@segment/analytics-node', 'Analytics'),
      is: 'peer',
    },
  ];
}
