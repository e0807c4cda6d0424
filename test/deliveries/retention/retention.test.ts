/** Finished data beyond the limits is deleted, oldest first, and disk space is released (D49). */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import {
  defaultRetention,
  type Retention,
  unlimitedRetention,
} from '#shared/settings/retention.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { storedDeliveries } from '#test/support/followed.ts';
import { post, send, track } from '#test/support/ingest-client.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { noOrphans, storedRows } from '#test/support/stored-rows.ts';
import { reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseName, usedFolder } from '#test/support/used-folder.ts';

const limit = (core: Core, limits: Partial<Retention>) =>
  core.settings.update({ retention: { ...unlimitedRetention, ...limits } });

const event = (messageId: string, text = '') => ({
  type: 'track',
  event: 'Event',
  userId: 'u1',
  messageId,
  properties: { text },
});

/** Batches of `size`. */
async function sendMany(core: Core, count: number, text = '', size = 10): Promise<void> {
  const first = core.ledger.get().accepted;
  for (let from = 0; from < count; from += size)
    await post(core, '/v1/batch', {
      batch: Array.from({ length: size }, (_, index) => event(`m${first + from + index}`, text)),
    });
}

async function startFailingTarget() {
  const target = await startTarget();
  target.always(reply(503));
  return target;
}

const finished = (ledger: Ledger) => ledger.waiting === 0;

describe('the number of deliveries', () => {
  it('is kept within its limit: the oldest are deleted with all their data', async () => {
    const dataFolder = temporaryFolder();
    const { core, followed, stop } = await openCore({ dataFolder });
    const target = await startTarget();
    await connect(core, { urls: [target.url] });
    await connect(core, { urls: [target.url] });
    await sendMany(core, 60);
    await followed.ledger(({ delivered }) => delivered === 120);
    await core.copies.send({ deliveryId: 1, signing: 'valid' });
    await limit(core, { maxDeliveries: 30 });
    const ledger = await followed.ledger(({ deleted }) => deleted === 90);
    expect(ledger).toMatchObject({ accepted: 60, routed: 120, delivered: 30, balanced: true });
    const { items } = await core.deliveries.list({ limit: 200 });
    expect(items.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, index) => 120 - index),
    );
    expect(core.messages.list({ limit: 200 }).items).toHaveLength(15);
    expect(() => core.deliveries.get({ id: 1 })).toThrow();
    await stop();
    expect(storedRows(dataFolder)).toEqual({
      integrity: 'ok',
      orphans: noOrphans,
      kept: { delivered: 30 },
      counted: { delivered: 30 },
    });
  });

  it('is not reduced by deleting unfinished deliveries', async () => {
    // No retry happens on a stopped clock.
    const { core, followed } = await startCore({ clock: new FakeClock() });
    const [target, failing] = [await startTarget(), await startFailingTarget()];
    await connect(core, { urls: [target.url] });
    await connect(core, { urls: [failing.url], retry: steadyRetry });
    await sendMany(core, 20);
    await followed.ledger(({ delivered }) => delivered === 20);
    await followed.retries(20);
    await limit(core, { maxDeliveries: 5 });
    const ledger = await followed.ledger(({ deleted }) => deleted === 20);
    expect(ledger).toMatchObject({ waiting: 20, delivered: 0, balanced: true });
    expect(core.messages.list({ limit: 100 }).items).toHaveLength(20);
    for (const { id } of (await core.deliveries.list({ limit: 100 })).items)
      await core.deliveries.cancel({ id });
    await followed.ledger(({ deleted, cancelled }) => deleted === 35 && cancelled === 5);
  });

  it('is also reduced when nothing is written after the limit was exceeded', async () => {
    const { core, followed } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [target.url] });
    await sendMany(core, 10);
    await followed.ledger(({ delivered }) => delivered === 10);
    // It checks now, and not again within a second.
    await limit(core, { maxDeliveries: 10 });
    await sendMany(core, 10);
    await followed.ledger(({ deleted }) => deleted === 10);
  });

  it('never reuses a number, even after the newest row was deleted', async () => {
    const dataFolder = temporaryFolder();
    const [target, failing] = [await startTarget(), await startFailingTarget()];
    const first = await openCore({ dataFolder });
    await connect(first.core, { urls: [failing.url], retry: steadyRetry });
    await connect(first.core, { urls: [target.url] });
    const sent = await send(first.core, track());
    await first.followed.ledger(({ delivered }) => delivered === 1);
    await first.followed.retries(1);
    await limit(first.core, { maxDeliveries: 1 });
    await first.followed.ledger(({ deleted }) => deleted === 1);
    await first.stop();
    const { core } = await startCore({ dataFolder });
    const ids = (deliveries: readonly { readonly id: number }[]) => deliveries.map(({ id }) => id);
    expect(ids(sent.deliveries)).toEqual([1, 2]);
    expect(ids((await send(core, track())).deliveries)).toEqual([3, 4]);
  });
});

it('a killed deletion resumes at the next start, and counts nothing twice', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  const target = await startTarget();
  await connect(first.core, { urls: [target.url] });
  await sendMany(first.core, 1_500, '', 500);
  await first.followed.ledger(({ delivered }) => delivered === 1_500);
  await limit(first.core, { maxDeliveries: 10 });
  await first.followed.ledger(({ deleted }) => deleted >= 250);
  await first.stop();
  const child = await runCoreProcess(dataFolder);
  await child.kill();
  const { core, followed, stop } = await openCore({ dataFolder });
  const ledger = await followed.ledger(({ deleted }) => deleted === 1_490);
  expect(ledger).toMatchObject({ routed: 1_500, delivered: 10, balanced: true });
  const { items } = core.jobs.list({ limit: 10 });
  expect(items).toMatchObject([{ kind: 'retention', doneCount: 1_490, commands: ['pause'] }]);
  await stop();
  expect(storedRows(dataFolder)).toEqual({
    integrity: 'ok',
    orphans: noOrphans,
    kept: { delivered: 10 },
    counted: { delivered: 10 },
  });
});

it('a paused deletion deletes nothing until it is resumed', async () => {
  const { core, followed } = await startCore();
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  await sendMany(core, 20);
  await followed.ledger(({ delivered }) => delivered === 20);
  await limit(core, { maxDeliveries: 10 });
  await followed.ledger(({ deleted }) => deleted === 10);
  const [job] = core.jobs.list({ limit: 1 }).items;
  await core.jobs.pause({ id: job?.id ?? 0 });
  await limit(core, { maxDeliveries: 5 });
  await sendMany(core, 10);
  await followed.ledger(({ delivered }) => delivered === 20);
  expect(core.ledger.get().deleted).toBe(10);
  await core.jobs.resume({ id: job?.id ?? 0 });
  await followed.ledger(({ deleted }) => deleted === 25);
});

it('a duplicate is recognized while the original is kept', async () => {
  const { core, followed } = await startCore();
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  await sendMany(core, 10);
  await followed.ledger(({ delivered }) => delivered === 10);
  await limit(core, { maxDeliveries: 5 });
  await followed.ledger(({ deleted }) => deleted === 5);
  await post(core, '/v1/track', event('m9'));
  expect(core.ledger.get()).toMatchObject({ accepted: 10, duplicates: 1 });
  await post(core, '/v1/track', event('m0'));
  expect(core.ledger.get()).toMatchObject({ accepted: 11, duplicates: 1 });
});

describe('age', () => {
  const hourMs = 3_600_000;
  const dayMs = 24 * hourMs;

  it('is in real time: fast-forwarding deletes nothing', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const target = await startTarget();
    await connect(core, { urls: [target.url], retry: steadyRetry });
    await limit(core, { maxAgeDays: 1 });
    await sendMany(core, 10);
    await followed.ledger(({ delivered }) => delivered === 10);
    await post(core, '/v1/track', { type: 'track' });
    core.clock.set({ mode: 'fast', speed: 1_000 });
    clock.advance(3_600_000);
    core.clock.set({ mode: 'real', speed: 1 });
    await sendMany(core, 10);
    await followed.ledger((ledger) => ledger.accepted === 20 && finished(ledger));
    expect(core.ledger.get()).toMatchObject({ delivered: 20, deleted: 0 });
    // The second ten are an hour newer.
    clock.advance(dayMs);
    await followed.ledger(({ deleted }) => deleted === 10);
    clock.advance(2 * 3_600_000);
    await followed.ledger(({ deleted }) => deleted === 20);
    await expect.poll(() => core.rejected.list({ limit: 10 }).items).toEqual([]);
    expect(core.ledger.get()).toMatchObject({ rejected: 1, routed: 20, balanced: true });
  });

  it('starts at the last attempt', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const target = await startTarget();
    target.always(reply(503));
    const destination = await connect(core, { urls: [target.url], retry: steadyRetry });
    await limit(core, { maxAgeDays: 3 });
    await sendMany(core, 10);
    await followed.retries(10);
    await core.destinations.update({ id: destination.id, enabled: false });
    await followed.ledger(({ paused }) => paused === 10);
    clock.advance(2 * dayMs);
    target.always(reply(200));
    await core.destinations.update({ id: destination.id, enabled: true });
    // The window continues while the destination is disabled (D32): only a retry attempts them again.
    await followed.ledger(({ gave_up }) => gave_up === 10);
    for (const { id } of storedDeliveries(core)) await core.deliveries.retry({ id });
    await followed.ledger(({ delivered }) => delivered === 10);
    clock.advance(2 * dayMs);
    await send(core, track());
    await followed.ledger(({ delivered }) => delivered === 11);
    expect(core.ledger.get()).toMatchObject({ deleted: 0 });
    clock.advance(dayMs + hourMs);
    await followed.ledger(({ deleted }) => deleted === 10);
  });
});

describe('bytes', () => {
  const large = 'x'.repeat(30_000);

  it('are kept within their limit, and free space is released', async () => {
    const dataFolder = temporaryFolder();
    const { core, followed, stop } = await openCore({ dataFolder });
    const target = await startTarget();
    await connect(core, { urls: [target.url] });
    await sendMany(core, 900, large, 5);
    await followed.ledger(({ delivered }) => delivered === 900);
    const { bytes } = core.system.get().storage;
    expect(bytes).toBeGreaterThan(80_000_000);
    await limit(core, { maxBytes: 100_000_000 });
    await followed.ledger(({ deleted }) => deleted > 300);
    // Releasing space is not in the change feed.
    await expect.poll(() => core.system.get().storage.bytes).toBeLessThan(100_000_000);
    expect(core.ledger.get()).toMatchObject({ balanced: true, routed: 900 });
    expect(core.system.get().storage.alert).toBeNull();
    await limit(core, { maxDeliveries: 10 });
    await followed.ledger(({ deleted }) => deleted === 890);
    await followed.until(() => core.jobs.list({ limit: 1 }).items[0]?.state === 'completed');
    await stop();
    expect(statSync(join(dataFolder, databaseName)).size).toBeLessThan(30_000_000);
    expect(storedRows(dataFolder)).toMatchObject({ integrity: 'ok', orphans: noOrphans });
  });

  it('of unfinished deliveries raise an alert until there is space', async () => {
    const { core, followed } = await startCore();
    const target = await startFailingTarget();
    await connect(core, { urls: [target.url], retry: steadyRetry });
    await limit(core, { maxBytes: 100_000_000 });
    await sendMany(core, 720, large, 5);
    await followed.until(() => core.system.get().storage.alert === 'storage_limit_exceeded');
    expect(core.ledger.get()).toMatchObject({ deleted: 0 });
    for (const { id } of (await core.deliveries.list({ limit: 500 })).items)
      await core.deliveries.cancel({ id });
    await followed.until(
      () => core.system.get().storage.alert === null && core.ledger.get().deleted > 0,
    );
    expect(core.ledger.get().balanced).toBe(true);
  });
});

describe('storage limits', () => {
  it('are on in a new installation', async () => {
    const { core } = await startCore();
    expect(core.settings.get().retention).toEqual(defaultRetention);
  });

  it('are kept across a restart', async () => {
    const dataFolder = await usedFolder();
    const { core } = await startCore({ dataFolder });
    expect(core.settings.get().retention).toEqual(defaultRetention);
  });
});
