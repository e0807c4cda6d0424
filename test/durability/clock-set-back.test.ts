/** The system clock is set back by an hour: nothing is lost, sent twice or given up early. */
import { expect, it } from 'vitest';
import type { Clock } from '#main/kit/ports.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const hourMs = 3_600_000;

/** A machine whose time of day can be set, while timers keep running. */
class SettableClock implements Clock {
  /** Elapsed time, independent of the time of day. */
  readonly passing = new FakeClock();
  #ahead = 0;

  readonly now = (): number => this.passing.now() + this.#ahead;

  at(time: number, run: () => void): () => void {
    return this.passing.at(time - this.#ahead, run);
  }

  readonly subscribe = (): (() => void) => () => undefined;

  set(byMs: number): void {
    this.#ahead += byMs;
  }

  /** Lets time pass until the clock shows `time`. */
  async passTo(time: number): Promise<void> {
    await this.passing.scheduled(time - this.#ahead);
    this.passing.advanceTo(time - this.#ahead);
  }
}

async function retrying() {
  const clock = new SettableClock();
  const dataFolder = temporaryFolder();
  const first = await openCore({ clock, dataFolder });
  const target = await startTarget();
  target.respond(reply(500));
  await connect(first.core, { urls: [target.url], retry: steadyRetry });
  const { delivery } = await send(first.core, track());
  const { nextAttemptAt } = await first.followed.waitsForRetry(delivery.id);
  return { clock, dataFolder, first, target, delivery, nextAttemptAt: nextAttemptAt ?? 0 };
}

it('planned attempts keep their time, and new messages are sent immediately', async () => {
  const { clock, first, target, delivery, nextAttemptAt } = await retrying();
  clock.set(-hourMs);
  // The planned time before the change: now an hour less is shown.
  clock.passing.advance(steadyRetry.baseMs);
  const second = await send(first.core, track());
  await first.followed.state(second.delivery.id, 'delivered');
  expect(target.requests).toHaveLength(2);
  expect(first.core.deliveries.get({ id: delivery.id })).toMatchObject({
    state: 'waiting',
    nextAttemptAt,
  });
  await clock.passTo(nextAttemptAt);
  await first.followed.state(delivery.id, 'delivered');
  expect(target.requests).toHaveLength(3);
  await first.stop();
});

it('the same holds across a restart', async () => {
  const { clock, dataFolder, first, target, delivery, nextAttemptAt } = await retrying();
  await first.stop();
  clock.set(-hourMs);
  const { core, followed } = await startCore({ clock, dataFolder });
  expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
    state: 'waiting',
    nextAttemptAt,
  });
  await clock.passTo(nextAttemptAt);
  await followed.state(delivery.id, 'delivered');
  expect(target.requests).toHaveLength(2);
});

it('the window ends by the virtual clock, so that no delivery gives up when the clock is set back', async () => {
  const { clock, first, target, delivery } = await retrying();
  target.always(reply(500));
  clock.set(-hourMs);
  clock.passing.advance(steadyRetry.baseMs);
  const { windowMs } = steadyRetry;
  const { firstAttemptAt } = first.core.deliveries.get({ id: delivery.id });
  for (;;) {
    const now = await first.followed.until(() => {
      const one = first.followed.deliveries.get(delivery.id);
      return one?.attempts === target.requests.length && !one.sending && one;
    });
    if (now.state === 'gave_up') break;
    await clock.passTo(now.nextAttemptAt ?? 0);
    await target.received(target.requests.length + 1);
  }
  const { attemptList } = first.core.deliveries.get({ id: delivery.id });
  const started = attemptList.map(({ startedAt }) => startedAt - (firstAttemptAt ?? 0));
  expect(Math.max(...started)).toBeLessThanOrEqual(windowMs);
  expect(Math.max(...started)).toBeGreaterThan(windowMs - steadyRetry.capMs);
  await first.stop();
});

it('a virtual clock that is ahead stays there and continues', async () => {
  const { clock, first, delivery, nextAttemptAt } = await retrying();
  await first.core.clock.fastForwardToNextAttempt();
  await first.followed.state(delivery.id, 'delivered');
  await first.core.clock.set({ mode: 'fast', speed: 3_600 });
  const before = first.core.clock.get().now;
  expect(before).toBeGreaterThanOrEqual(nextAttemptAt);
  clock.set(-hourMs);
  expect(first.core.clock.get().now).toBe(before);
  clock.passing.advance(1_000);
  expect(first.core.clock.get().now).toBe(before + 3_600_000);
  await first.stop();
});
