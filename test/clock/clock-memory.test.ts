/** The clock across a stop and kill -9: never behind its own timestamps. */
import { expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock, startOfTests } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { killedFolder, temporaryFolder } from '#test/support/temporary-folder.ts';

const minuteMs = 60_000;

async function retrying() {
  const machine = new FakeClock();
  const dataFolder = temporaryFolder();
  const first = await openCore({ clock: machine, dataFolder });
  const target = await startTarget();
  target.always(reply(503));
  await connect(first.core, { urls: [target.url], retry: steadyRetry });
  const { delivery } = await send(first.core, track());
  await first.followed.waitsForRetry(delivery.id);
  return { machine, dataFolder, first, target, id: delivery.id };
}

/** The latest time in any record. */
function latestRecord(core: Core, id: number): number {
  const { updatedAt, attemptList } = core.deliveries.get({ id });
  return Math.max(updatedAt, ...attemptList.map(({ startedAt }) => startedAt));
}

it.each([
  ['fast', 3_600, 60 * minuteMs],
  ['paused', 1, 0],
] as const)('a clock that is %s continues after a stop', async (mode, speed, gainedMs) => {
  const { machine, dataFolder, first } = await retrying();
  await first.core.clock.set({ mode, speed });
  machine.advance(1_000);
  await first.stop();
  const { core } = await startCore({ clock: machine, dataFolder });
  expect(core.clock.get()).toMatchObject({ mode, speed, now: startOfTests + gainedMs });
});

it('a real-time clock shows the system time after a stop', async () => {
  const { machine, dataFolder, first } = await retrying();
  await first.core.clock.set({ mode: 'fast', speed: 60 });
  await first.core.clock.set({ mode: 'real', speed: 1 });
  await first.stop();
  machine.advance(5_000);
  const { core } = await startCore({ clock: machine, dataFolder });
  expect(core.clock.get()).toMatchObject({ mode: 'real', aheadMs: 0 });
});

it('a fast clock is never behind the last write after kill -9, and continues', async () => {
  const { machine, dataFolder, first, target, id } = await retrying();
  await first.core.clock.set({ mode: 'fast', speed: 3_600 });
  for (let attempts = 2; attempts <= 5; attempts += 1) {
    const before = first.core.clock.get();
    await machine.scheduled(
      machine.now() + Math.ceil(((before.nextAttemptAt ?? 0) - before.now) / 3_600),
    );
    machine.advance(500);
    await first.followed.until(() => {
      const one = first.followed.deliveries.get(id);
      return one?.attempts === attempts && one.state === 'waiting';
    });
  }
  const killed = killedFolder(dataFolder);
  const latest = latestRecord(first.core, id);
  await first.stop();
  expect(latest).toBeGreaterThan(startOfTests + 119 * minuteMs);
  const second = await startCore({ clock: machine, dataFolder: killed });
  expect(latestRecord(second.core, id)).toBe(latest);
  const clock = second.core.clock.get();
  expect(clock).toMatchObject({ mode: 'fast', speed: 3_600 });
  expect(clock.now).toBeGreaterThanOrEqual(latest);
  expect(target.requests).toHaveLength(5);
});

it('a clock killed while fast-forwarding stays at the last stored response', async () => {
  const { machine, dataFolder, first, id } = await retrying();
  for await (const { steps } of first.core.clock.fastForwardUntilFinished({ deliveryId: id }))
    if (steps === 4) break;
  const killed = killedFolder(dataFolder);
  const latest = latestRecord(first.core, id);
  await first.stop();
  const { core } = await startCore({ clock: machine, dataFolder: killed });
  expect(core.clock.get().now).toBe(latest);
  expect(latest).toBe(startOfTests + 150_000);
});

it('an idle fast clock loses at most a second when the process is killed', async () => {
  const clock = new FakeClock();
  const { core, dataFolder } = await startCore({ clock });
  await core.clock.set({ mode: 'fast', speed: 3_600 });
  for (let second = 1; second <= 3; second += 1) {
    // Stored before the next second starts.
    await clock.scheduled(clock.now() + 1_000);
    clock.advance(1_000);
  }
  await clock.scheduled(clock.now() + 1_000);
  clock.advance(999);
  const { now } = core.clock.get();
  const after = await startCore({ clock, dataFolder: killedFolder(dataFolder) });
  expect(now - after.core.clock.get().now).toBeLessThanOrEqual(3_600_000);
});
