/** The process is killed during a bulk action: progress is kept, and nothing is done twice. */

import { expect, it } from 'vitest';
import { connect, writeKey } from '#test/support/builders.ts';
import { storedDeliveries } from '#test/support/followed.ts';
import { basic, track } from '#test/support/ingest-client.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ended, refuseChangeOf, sendMany } from './support.ts';

const never = new Promise<void>(() => undefined);

it('the progress of a killed cancel is exact; it can be resumed', async () => {
  const dataFolder = temporaryFolder();
  const count = 2_000;
  const first = await openCore({ dataFolder });
  const target = await startTarget();
  const destination = await connect(first.core, { urls: [target.url] });
  // Disabled after routing: deliveries are paused, and none is sent.
  target.always(when(never, reply(200)));
  await sendMany(first.core, count);
  await first.core.destinations.update({ id: destination.id, enabled: false });
  await first.followed.ledger(({ paused }) => paused > count - 100);
  await target.close();
  await first.stop();

  const release = refuseChangeOf(dataFolder, 'UPDATE OF state', count / 2);
  const child = await runCoreProcess(dataFolder);
  await child.job({ kind: 'cancel', filter: 'state:paused' }, 250);
  await child.kill();
  release();

  const { core, followed } = await startCore({ dataFolder });
  const [interrupted] = core.jobs.list({ limit: 1 }).items;
  const { id = 0, doneCount = 0 } = interrupted ?? {};
  const totalCount = interrupted?.totalCount ?? 0;
  expect(interrupted).toMatchObject({ state: 'paused', commands: ['resume', 'cancel'] });
  expect(doneCount).toBeGreaterThanOrEqual(250);
  expect(doneCount).toBeLessThan(totalCount);
  expect(core.ledger.get()).toMatchObject({ cancelled: doneCount, balanced: true });
  await core.jobs.resume({ id });
  expect(await ended(core, followed, id)).toMatchObject({
    state: 'completed',
    doneCount: totalCount,
  });
  expect(core.ledger.get()).toMatchObject({ cancelled: totalCount, balanced: true });
});

it('no copy of a killed job is sent twice; interrupted ones say so', async () => {
  const dataFolder = temporaryFolder();
  const target = await startTarget();
  const first = await openCore({ dataFolder });
  await connect(first.core, { urls: [target.url] });
  await first.core.settings.update({ webhookConcurrency: 3 });
  await sendMany(first.core, 9);
  await first.followed.ledger(({ delivered }) => delivered === 9);
  await first.stop();

  target.respond(reply(200), reply(200));
  target.always(when(never, reply(200)));
  const child = await runCoreProcess(dataFolder);
  await child.job({ kind: 'copy', urls: 'all' }, 5);
  // Two have responses; three never get one.
  await target.received(9 + 5);
  await child.kill();

  target.always(reply(200));
  const { core, followed } = await startCore({ dataFolder });
  const [interrupted] = core.jobs.list({ limit: 1 }).items;
  expect(interrupted).toMatchObject({ state: 'paused', doneCount: 5 });
  const { id = 0 } = interrupted ?? {};
  await core.jobs.resume({ id });
  const { counts, doneCount } = await ended(core, followed, id);
  expect(doneCount).toBe(9);
  expect(counts.accepted ?? 0).toBeLessThanOrEqual(6);
  expect(target.requests).toHaveLength(9 + 9);
  const made = storedDeliveries(core).map(
    ({ id: deliveryId }) => core.copies.list({ deliveryId, limit: 9 }).items,
  );
  expect(made.every((ofOne) => ofOne.length === 1)).toBe(true);
  expect(made.flat().filter(({ state }) => state === 'interrupted')).toHaveLength(
    9 - (counts.accepted ?? 0),
  );
});

it('a delivery cancelled while in flight is not sent again after a kill', async () => {
  const dataFolder = temporaryFolder();
  const target = await startTarget();
  const first = await openCore({ dataFolder });
  await connect(first.core, { urls: [target.url] });
  await first.stop();

  target.respond(when(never, reply(200)));
  const child = await runCoreProcess(dataFolder);
  const address = child.reported.kind === 'ready' ? child.reported.ingestUrl : null;
  await fetch(`${address}/v1/track`, {
    method: 'POST',
    headers: { authorization: basic(writeKey), 'content-type': 'application/json' },
    body: JSON.stringify(track()),
  });
  await target.received(1);
  await child.cancel(1);
  await child.kill();

  const { core } = await startCore({ dataFolder });
  expect(core.deliveries.get({ id: 1 })).toMatchObject({ state: 'cancelled', canUndoCancel: true });
  expect(core.ledger.get()).toMatchObject({ cancelled: 1, balanced: true });
  expect(target.requests).toHaveLength(1);
  // Continues after the undo.
  await core.deliveries.undoCancel({ id: 1 });
  await target.received(2);
});
