/** Takes real time: the process is stopped for longer than the response timeout (D53). */
import { setTimeout as passed } from 'node:timers/promises';
import { request } from 'undici';
import { expect, it, vi } from 'vitest';
import { connect, steadyRetry, writeKey } from '#test/support/builders.ts';
import { basic, track } from '#test/support/ingest-client.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const inFlight = 50;
/** Longer than the timeout of 5 s. */
const stallMs = 5_500;

it('counts a response that arrived while the process was stalled, and sends nothing twice', async () => {
  const target = await startTarget();
  const stalled = Promise.withResolvers<void>();
  target.always(when(stalled.promise, reply(200)));
  const dataFolder = temporaryFolder();
  const { core, stop } = await openCore({ dataFolder });
  await connect(core, { urls: [target.url], retry: steadyRetry });
  await stop();

  const { reported, signal, kill } = await runCoreProcess(dataFolder);
  if (reported.kind !== 'ready') throw new Error(reported.message);
  const post = async (): Promise<void> => {
    const { statusCode, body } = await request(`${reported.ingestUrl}/v1/track`, {
      method: 'POST',
      headers: { authorization: basic(writeKey) },
      body: JSON.stringify(track()),
    });
    await body.dump();
    expect(statusCode).toBe(200);
  };
  await Promise.all(Array.from({ length: inFlight }, post));
  await target.received(inFlight);
  signal('SIGSTOP');
  stalled.resolve();
  await passed(stallMs);
  signal('SIGCONT');
  // The store keeps the order: once this one is accepted, the outcomes of the others are on disk.
  await post();
  await target.received(inFlight + 1);
  await kill();

  const again = await startCore({ dataFolder });
  await again.followed.ledger(({ delivered }) => delivered === inFlight + 1);
  expect(again.core.ledger.get()).toMatchObject({ accepted: inFlight + 1, retrying: 0 });
  for (let id = 1; id <= inFlight; id += 1)
    expect(again.core.deliveries.get(id)).toMatchObject({ state: 'delivered', attempts: 1 });
  expect(target.requests.length).toBeLessThanOrEqual(inFlight + 2);
});
