/** The library against Hookwright: every call is delivered exactly once. */
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { Analytics } from '#shared/client/index.ts';
import { connect, writeKey } from '#test/support/builders.ts';
import { startCore } from '#test/support/start-core.ts';
import { deadUrl, startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { type HostOptions, startHost } from '../e2e/support/start-host.ts';
import { callMixed, usersIn, usersUpTo } from './support/mixed-calls.ts';

beforeAll(ensureBuild);

const calls = 500;

const bodiesOf = ({ requests }: { readonly requests: readonly { readonly body: Buffer }[] }) =>
  requests.map(({ body }) => body.toString());

it('mixed calls are delivered to a target, each exactly once', async () => {
  const { core, followed } = await startCore();
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  const complaints: Error[] = [];
  const analytics = new Analytics(writeKey, {
    endpoint: core.ingestUrl ?? '',
    onError: (error) => void complaints.push(error),
  });
  callMixed(analytics, 0, calls);
  await analytics.close();
  await followed.ledger(({ delivered }) => delivered === calls);
  expect(usersIn(bodiesOf(target))).toEqual(usersUpTo(calls));
  expect(core.ledger.get()).toMatchObject({ accepted: calls, duplicates: 0, rejected: 0 });
  expect(complaints).toEqual([]);
});

it('mixed calls are delivered exactly once when ingestion is killed and restarted', async () => {
  const target = await startTarget();
  const dataFolder = temporaryFolder();
  async function start(options: HostOptions) {
    const host = await startHost({ dataFolder, ...options });
    onTestFinished(() => void host.process.kill('SIGKILL'));
    return host;
  }
  const first = await start({});
  const source = { name: 'Web', writeKey };
  const { id: sourceId } = (await first.api('POST', '/sources', source)) as { id: string };
  // Nothing listens until the end, because an attempt killed in flight may be repeated (D33).
  const { id } = (await first.api('POST', '/destinations', {
    name: 'Hooks',
    webhookUrl: await deadUrl(),
    sourceIds: [sourceId],
    retry: { baseMs: 3_600_000, capMs: 3_600_000, jitter: 0, windowMs: 14_400_000 },
  })) as { id: string };

  const complaints: Error[] = [];
  let batches = 0;
  const reachMiddle = Promise.withResolvers<void>();
  const analytics = new Analytics(writeKey, {
    endpoint: first.ingestUrl,
    onSuccess() {
      batches += 1;
      if (batches === 12) reachMiddle.resolve();
    },
    onError: (error) => void complaints.push(error),
  });
  callMixed(analytics, 0, calls);
  await reachMiddle.promise;
  first.process.kill('SIGKILL');
  const closing = analytics.close();
  const port = new URL(first.ingestUrl).port;
  const second = await start({ args: ['--ingest-port', port] });
  await closing;
  expect(complaints).toEqual([]);
  await expect
    .poll(() => second.api('GET', '/ledger'))
    .toMatchObject({ accepted: calls, rejected: 0, waiting: calls });

  await second.api('PATCH', `/destinations/${id}`, { webhookUrl: target.url });
  // The second attempts would be an hour later.
  await second.api('POST', '/clock/fast-forward/next-attempt');
  await target.received(calls);
  expect(await second.stop()).toBe(0);
  expect(usersIn(bodiesOf(target))).toEqual(usersUpTo(calls));
});

it('the largest call of the library is accepted by ingestion, in batches of any size', async () => {
  const { core } = await startCore();
  await connect(core);
  const reported: string[] = [];
  const analytics = new Analytics(writeKey, {
    endpoint: core.ingestUrl ?? '',
    onSuccess: ({ messages }) => void reported.push(`accepted ${messages.length}`),
    onError: ({ message }) => void reported.push(message),
  });
  const call = (pad: string) => analytics.track({ userId: 'u', event: 'E', properties: { pad } });
  const bare = JSON.stringify({
    type: 'track',
    userId: 'u',
    event: 'E',
    properties: { pad: '' },
    messageId: crypto.randomUUID(),
  });
  const room = 32_768 - bare.length;
  expect(() => call('x'.repeat(room + 1))).toThrow('over 32 KB');
  for (let count = 0; count < 20; count += 1) call('x'.repeat(room));
  await analytics.close();
  expect(reported).toEqual(['accepted 15', 'accepted 5']);
});
