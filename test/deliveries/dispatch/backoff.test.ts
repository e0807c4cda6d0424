import { describe, expect, it } from 'vitest';
import { plannedDelayMs } from '#shared/profiles/backoff.ts';
import { defaultRetryPolicy } from '#shared/profiles/retry-policy.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

type Retry = typeof steadyRetry;

/**
 * Fails a delivery until it gives up; returns the starts of its attempts, relative to the
 * first.
 */
async function climb(retry: Retry) {
  const clock = new FakeClock();
  const { core, followed, stop } = await openCore({ clock });
  const target = await startTarget();
  target.always(reply(503));
  await connect(core, { urls: [target.url], retry });
  const { delivery } = await send(core, track());
  for (let attempts = 1; ; attempts += 1) {
    const now = await followed.until(() => {
      const current = followed.deliveries.get(delivery.id);
      return current?.attempts === attempts && !current.sending && current;
    });
    if (now.nextAttemptAt === null) break;
    await clock.scheduled(now.nextAttemptAt);
    // Nothing else wakes the dispatcher, so an attempt cannot start a millisecond early.
    expect(clock.nextAt).toBe(now.nextAttemptAt);
    clock.advanceTo(now.nextAttemptAt);
  }
  const { attemptList, state, firstAttemptAt } = core.deliveries.get({ id: delivery.id });
  await stop();
  return {
    deliveryId: delivery.id,
    state,
    starts: attemptList.map(({ startedAt }) => startedAt - (firstAttemptAt ?? 0)),
  };
}

function sums(delays: readonly number[]): readonly number[] {
  let start = 0;
  return [0, ...delays.map((delay) => (start += delay))];
}

describe('the backoff schedule', () => {
  it('doubles up to the maximum, exact to the millisecond', async () => {
    const { starts } = await climb({ baseMs: 100, capMs: 1_000, jitter: 0, windowMs: 5_000 });
    expect(starts).toEqual(sums([100, 200, 400, 800, 1_000, 1_000, 1_000]));
  });

  it('ends with the last attempt within the window, including its end', async () => {
    const exact = await climb({ baseMs: 100, capMs: 100, jitter: 0, windowMs: 300 });
    expect(exact).toMatchObject({ state: 'gave_up', starts: [0, 100, 200, 300] });
    const short = await climb({ baseMs: 100, capMs: 100, jitter: 0, windowMs: 299 });
    expect(short).toMatchObject({ state: 'gave_up', starts: [0, 100, 200] });
  });

  it('has a single attempt when the window is zero', async () => {
    expect(await climb({ baseMs: 1, capMs: 1, jitter: 0, windowMs: 0 })).toMatchObject({
      state: 'gave_up',
      starts: [0],
    });
  });

  it('subtracts a jitter that is the same for a delivery and retry on every run', async () => {
    const retry = { baseMs: 1_000, capMs: 60_000, jitter: 0.5, windowMs: 60_000 };
    const [once, again] = [await climb(retry), await climb(retry)];
    expect(again.starts).toEqual(once.starts);
    const planned = sums(
      once.starts.slice(1).map((_, index) => plannedDelayMs(retry, once.deliveryId, index + 1)),
    );
    expect(once.starts).toEqual(planned);
    expect(once.starts[1]).toBeLessThan(1_000);
  });

  it('stays below four hours with the default policy', async () => {
    const { state, starts } = await climb(defaultRetryPolicy);
    expect(state).toBe('gave_up');
    expect(starts.at(-1)).toBeLessThanOrEqual(4 * 3_600_000);
    expect(starts.length).toBeGreaterThan(15);
  });
});

describe('the retry window', () => {
  it('starts at the first attempt, not at the last', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const target = await startTarget();
    target.always(reply(500));
    await connect(core, { urls: [target.url], retry: { ...steadyRetry, windowMs: 25_000 } });
    const { delivery } = await send(core, track());
    await followed.waitsForRetry(delivery.id);
    const detail = core.deliveries.get({ id: delivery.id });
    expect(detail.windowEndsAt).toBe((detail.firstAttemptAt ?? 0) + 25_000);
    clock.advance(10_000);
    await followed.state(delivery.id, 'gave_up');
    expect(target.requests).toHaveLength(2);
  });

  it('prevents late attempts: a timer after the window sends nothing', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const target = await startTarget();
    target.always(reply(500));
    await connect(core, { urls: [target.url], retry: { ...steadyRetry, windowMs: 20_000 } });
    const { delivery } = await send(core, track());
    const { nextAttemptAt } = await followed.waitsForRetry(delivery.id);
    // The machine slept: the clock is far past the retry when the dispatcher runs.
    const due = nextAttemptAt ?? 0;
    await clock.scheduled(due);
    clock.at(due - 1, () => clock.advanceTo(due + steadyRetry.windowMs));
    clock.advanceTo(due - 1);
    await followed.state(delivery.id, 'gave_up');
    expect(target.requests).toHaveLength(1);
  });

  it('lets a response after its end count', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const target = await startTarget();
    const released = Promise.withResolvers<void>();
    target.respond(when(released.promise, reply(200)));
    await connect(core, { urls: [target.url], retry: { ...steadyRetry, windowMs: 1_000 } });
    const { delivery } = await send(core, track());
    await target.received(1);
    clock.advance(60_000);
    released.resolve();
    await followed.state(delivery.id, 'delivered');
  });
});
