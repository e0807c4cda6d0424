/** Scheduled syncs, on the virtual clock (D34). */
import { expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { makeAudience, syncedTexts } from '#test/support/audiences.ts';
import { connect, theSource } from '#test/support/builders.ts';
import { FakeClock, startOfTests } from '#test/support/fake-clock.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const hourMs = 3_600_000;
const hourly = { schedule: { everyMinutes: 60 } };

const syncsOf = (core: Core, id: string) => core.audiences.syncs.list({ id, limit: 500 }).items;

it('hourly syncs start on the hour and send what changed', async () => {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  const { id, key, nextSyncAt } = await makeAudience(core, hourly);
  expect(nextSyncAt).toBe(startOfTests + hourMs);
  for (let hour = 1; hour <= 24; hour += 1) {
    await core.audiences.members.add({ id, userIds: [`u${hour}`] });
    clock.advanceTo(startOfTests + hour * hourMs);
    await followed.until(() => syncsOf(core, id)[0]?.number === hour);
    await followed.until(() => syncsOf(core, id)[0]?.state === 'completed');
    await clock.scheduled(startOfTests + (hour + 1) * hourMs);
  }
  await target.received(24);
  expect(syncedTexts(target, key)).toHaveLength(24);
  expect(syncsOf(core, id)).toMatchObject(
    Array.from({ length: 24 }, (_, index) => ({
      cause: 'schedule',
      startedAt: startOfTests + (24 - index) * hourMs,
      additionsSent: 1,
      userCount: 24 - index,
    })),
  );
});

it('missed syncs are made up once after a restart', async () => {
  const clock = new FakeClock();
  const dataFolder = temporaryFolder();
  const first = await openCore({ clock, dataFolder });
  await connect(first.core);
  const { id } = await makeAudience(first.core, hourly);
  await first.core.audiences.members.add({ id, userIds: ['a'] });
  await first.stop();
  clock.advance(5.5 * hourMs);
  const { core, followed } = await startCore({ clock, dataFolder });
  await followed.until(() => syncsOf(core, id)[0]?.state === 'completed');
  expect(syncsOf(core, id)).toHaveLength(1);
  expect(core.audiences.get({ id }).nextSyncAt).toBe(startOfTests + 6 * hourMs);
});

it('the schedule continues when the clock returns to real time', async () => {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  await connect(core);
  const { id } = await makeAudience(core, hourly);
  await core.clock.set({ mode: 'fast', speed: 3_600 });
  clock.advance(24_500);
  await followed.until(() => core.audiences.get({ id }).nextSyncAt === startOfTests + 25 * hourMs);
  await core.clock.set({ mode: 'real', speed: 1 });
  await followed.until(() => core.audiences.get({ id }).nextSyncAt === startOfTests + hourMs);
  expect(syncsOf(core, id)).toHaveLength(1);
  await clock.scheduled(startOfTests + hourMs);
  clock.advance(hourMs);
  await followed.until(() => syncsOf(core, id).length === 2);
});

it('the schedule continues when the system clock was set back during a stop', async () => {
  const dataFolder = temporaryFolder();
  const ahead = new FakeClock();
  const first = await openCore({ clock: ahead, dataFolder });
  await connect(first.core);
  const { id } = await makeAudience(first.core, hourly);
  ahead.advance(25.5 * hourMs);
  await ahead.scheduled(startOfTests + 26 * hourMs);
  await first.stop();
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock, dataFolder });
  await clock.scheduled(startOfTests + hourMs);
  clock.advance(hourMs);
  await followed.until(() => syncsOf(core, id).length === 2);
});

it('the history shows why nothing was sent while the source was disabled', async () => {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const source = await theSource(core);
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  const { id, key } = await makeAudience(core, hourly);
  await core.audiences.members.add({ id, userIds: ['a'] });
  await core.sources.update({ id: source.id, enabled: false });
  clock.advance(hourMs);
  await clock.scheduled(startOfTests + 2 * hourMs);
  await followed.until(() => syncsOf(core, id)[0]?.state === 'paused');
  expect(syncsOf(core, id)).toMatchObject([
    {
      cause: 'schedule',
      state: 'paused',
      error: { code: 'source_disabled', params: { source: source.name } },
      additions: 1,
      additionsSent: 0,
      resumable: true,
    },
  ]);
  clock.advance(hourMs);
  await clock.scheduled(startOfTests + 3 * hourMs);
  expect(syncsOf(core, id), 'once, not every hour').toHaveLength(1);
  await core.sources.update({ id: source.id, enabled: true });
  clock.advance(hourMs);
  await followed.until(() => syncsOf(core, id)[0]?.state === 'completed');
  expect(syncsOf(core, id)).toMatchObject([{ additionsSent: 1 }, { resumable: false }]);
  await target.received(1);
  expect(syncedTexts(target, key)).toHaveLength(1);
});

it('a sync that waits to be resumed is not replaced while the source is disabled', async () => {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const source = await theSource(core);
  await connect(core);
  const { id } = await makeAudience(core, hourly);
  await core.audiences.members.add({ id, userIds: ['a', 'b', 'c'] });
  const { id: slow } = await core.syncs.start({ computationId: id, perSecond: 1 });
  await followed.until(() => core.syncs.get({ id: slow }).additionsSent === 1);
  await core.syncs.cancel({ id: slow });
  await core.sources.update({ id: source.id, enabled: false });
  clock.advance(hourMs);
  await clock.scheduled(startOfTests + 2 * hourMs);
  expect(syncsOf(core, id)).toMatchObject([{ id: slow, resumable: true, perSecond: 1 }]);
});

it('a sync is skipped while the previous one is running', async () => {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  await connect(core);
  const { id } = await makeAudience(core, hourly);
  await core.audiences.members.add({ id, userIds: ['a', 'b', 'c'] });
  const { id: slow } = await core.syncs.start({ computationId: id, perSecond: 1 });
  await followed.until(() => core.syncs.get({ id: slow }).additionsSent === 1);
  clock.advance(hourMs);
  await clock.scheduled(startOfTests + 2 * hourMs);
  expect(syncsOf(core, id).map(({ cause }) => cause)).toEqual(['manual']);
});

it('syncs end when the schedule is removed or the audience is deleted', async () => {
  const clock = new FakeClock();
  const { core } = await startCore({ clock });
  const one = await makeAudience(core, { schedule: { everyMinutes: 45 } });
  const other = await makeAudience(core, { name: 'Other', schedule: { everyMinutes: 90 } });
  await core.audiences.update({ id: one.id, schedule: null });
  await clock.cancelled(startOfTests + 0.75 * hourMs);
  await clock.scheduled(startOfTests + 1.5 * hourMs);
  await core.audiences.remove({ id: other.id });
  await clock.cancelled(startOfTests + 1.5 * hourMs);
});
