/** Deletes every finished delivery that matches a filter (D49). */
import { expect, it } from 'vitest';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { post } from '#test/support/ingest-client.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { noOrphans, storedRows } from '#test/support/stored-rows.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ended, plan, refuseChangeOf, run, sendMany } from './support.ts';

it('deletes matching finished deliveries with all their data, and counts the rest', async () => {
  const dataFolder = temporaryFolder();
  const { core, followed, stop } = await openCore({ dataFolder });
  const [target, failing] = [await startTarget(), await startTarget()];
  target.always(reply(404));
  failing.always(reply(503));
  await connect(core, { urls: [target.url] });
  await connect(core, { urls: [failing.url], retry: steadyRetry });
  await sendMany(core, 30, { event: 'Old' });
  await sendMany(core, 10, { event: 'New' });
  await followed.ledger(({ refused }) => refused === 40);
  await followed.retries(40);
  await core.copies.send({ deliveryId: 1, signing: 'valid' });

  const planned = await plan(core, 'delete', { filter: 'event=Old' });
  expect(planned).toMatchObject({
    matchCount: 60,
    applyCount: 30,
    skipped: [{ reason: 'unfinished', count: 30 }],
  });
  const job = await run(core, followed, 'delete', {
    filter: 'event=Old',
    bounds: planned.bounds,
  });
  expect(job).toMatchObject({
    state: 'completed',
    doneCount: 30,
    skipped: [{ reason: 'unfinished', count: 30 }],
    commands: [],
  });
  expect(core.ledger.get()).toMatchObject({
    accepted: 40,
    routed: 80,
    deleted: 30,
    refused: 10,
    waiting: 40,
    balanced: true,
  });
  // Their messages have unfinished deliveries.
  expect(core.messages.list({ limit: 100 }).items).toHaveLength(40);

  await run(core, followed, 'cancel', { filter: 'event=Old' });
  expect(await run(core, followed, 'delete', { filter: 'event=Old' })).toMatchObject({
    doneCount: 30,
    skippedCount: 0,
  });
  expect(core.messages.list({ limit: 100 }).items).toHaveLength(10);
  await stop();
  expect(storedRows(dataFolder)).toEqual({
    integrity: 'ok',
    orphans: noOrphans,
    kept: { refused: 10, waiting: 10 },
    counted: { refused: 10, waiting: 10 },
  });
});

it('deletes a delivery while another of its URLs is awaited, whose response is then not stored', async () => {
  const { core, followed } = await startCore();
  const [first, second] = [await startTarget(), await startTarget()];
  const { promise: deleted, resolve } = Promise.withResolvers<void>();
  second.respond(when(deleted, reply(200)));
  await connect(core, { urls: [first.url, second.url] });
  await sendMany(core, 1);
  await Promise.all([followed.state(1, 'delivered'), second.received(1)]);
  expect(await run(core, followed, 'delete', {})).toMatchObject({ doneCount: 1 });
  resolve();
  // Ends once no response is awaited.
  for await (const { open } of core.clock.fastForwardUntilFinished({})) expect(open).toBe(0);
  expect(core.ledger.get()).toMatchObject({ delivered: 0, deleted: 1, balanced: true });
  expect(core.messages.list({ limit: 100 }).items).toEqual([]);
});

it('without a filter also deletes data without a delivery, but nothing created later', async () => {
  const { core, followed } = await startCore();
  const target = await startTarget();
  const destination = await connect(core, { urls: [target.url] });
  await sendMany(core, 5);
  await followed.ledger(({ delivered }) => delivered === 5);
  await core.destinations.update({ id: destination.id, sourceIds: [] });
  await sendMany(core, 3);
  await post(core, '/v1/track', { type: 'track' });
  expect(core.ledger.get()).toMatchObject({ rejected: 1, rejectedKept: 1 });
  const { bounds } = await plan(core, 'delete');
  await core.destinations.update({
    id: destination.id,
    sourceIds: core.sources.list().map(({ id }) => id),
  });
  await sendMany(core, 2);
  await followed.ledger(({ delivered }) => delivered === 7);
  await run(core, followed, 'delete', { bounds });
  expect(core.ledger.get()).toMatchObject({
    accepted: 10,
    notSentBy: { unrouted: 3 },
    rejected: 1,
    rejectedKept: 0,
    delivered: 2,
    deleted: 5,
    balanced: true,
  });
  expect(core.messages.list({ limit: 100 }).items).toHaveLength(2);
  expect(core.rejected.list({ limit: 100 }).items).toHaveLength(0);
});

it('waits after a kill in the middle, and deletes the rest when resumed', async () => {
  const dataFolder = temporaryFolder();
  const count = 1_500;
  const first = await openCore({ dataFolder });
  const target = await startTarget();
  await connect(first.core, { urls: [target.url] });
  await sendMany(first.core, count);
  await first.followed.ledger(({ delivered }) => delivered === count);
  await first.stop();

  const release = refuseChangeOf(dataFolder, 'DELETE', count / 2);
  const child = await runCoreProcess(dataFolder);
  await child.job({ kind: 'delete' }, 250);
  await child.kill();
  release();

  const { core, followed, stop } = await openCore({ dataFolder });
  const [interrupted] = core.jobs.list({ limit: 1 }).items;
  const { id = 0, doneCount = 0 } = interrupted ?? {};
  expect(interrupted).toMatchObject({ kind: 'delete', state: 'paused' });
  expect(doneCount).toBeGreaterThanOrEqual(250);
  expect(core.ledger.get()).toMatchObject({ deleted: doneCount, balanced: true });
  await core.jobs.resume({ id });
  expect(await ended(core, followed, id)).toMatchObject({ state: 'completed', doneCount: count });
  expect(core.ledger.get()).toMatchObject({ deleted: count, routed: count, balanced: true });
  await stop();
  expect(storedRows(dataFolder)).toEqual({
    integrity: 'ok',
    orphans: noOrphans,
    kept: {},
    counted: {},
  });
});
