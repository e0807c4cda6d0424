import { describe, expect, it } from 'vitest';
import { AppError } from '#core/app-error.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

async function started() {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const target = await startTarget();
  const destination = await connect(core, { urls: [target.url], retry: steadyRetry });
  return { clock, core, followed, target, destination };
}

const conflict = (sentence: string) =>
  expect.objectContaining({
    constructor: AppError,
    code: 'conflict',
    message: expect.stringContaining(sentence),
  });

describe('a retry command', () => {
  it('starts the next attempt of a waiting delivery, and the backoff continues from there', async () => {
    const { clock, core, followed, target } = await started();
    const startedAt = clock.now();
    target.respond(reply(500), reply(500));
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'retrying');
    clock.advance(3_000);
    await core.deliveries.retry(delivery.id);
    await target.received(2);
    const { nextAttemptAt } = await followed.until(() => {
      const now = followed.deliveries.get(delivery.id);
      return now?.state === 'retrying' && now.attempts === 2 && now;
    });
    expect(nextAttemptAt).toBe(startedAt + 3_000 + 20_000);
    expect(core.deliveries.get(delivery.id)).toMatchObject({ firstAttemptAt: startedAt });
  });

  it('sends the same bytes of a delivered delivery again, in a new window', async () => {
    const { clock, core, followed, target } = await started();
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'delivered');
    clock.advance(60_000);
    target.respond(reply(500));
    expect(await core.deliveries.retry(delivery.id)).toMatchObject({ id: delivery.id });
    const { nextAttemptAt } = await followed.state(delivery.id, 'retrying');
    expect(nextAttemptAt).toBe(clock.now() + steadyRetry.baseMs);
    expect(core.deliveries.get(delivery.id)).toMatchObject({
      firstAttemptAt: clock.now(),
      windowEndsAt: clock.now() + steadyRetry.windowMs,
      attempts: 2,
    });
    const [first, second] = target.requests;
    expect(second?.body).toEqual(first?.body);
  });

  it('numbers every attempt by the round of its window', async () => {
    const { clock, core, followed, target } = await started();
    target.respond(reply(500), reply(500), reply(500), reply(500));
    const { delivery } = await send(core, track());
    const waits = (attempts: number) =>
      followed.until(() => {
        const now = followed.deliveries.get(delivery.id);
        return now?.state === 'retrying' && now.attempts === attempts;
      });
    await waits(1);
    await core.deliveries.retry(delivery.id);
    await waits(2);
    for (const attempts of [3, 4]) {
      await core.deliveries.cancel(delivery.id);
      clock.advance(1_000);
      await core.deliveries.retry(delivery.id);
      await waits(attempts);
    }
    const { attemptList } = core.deliveries.get(delivery.id);
    expect(attemptList.map(({ round, windowRound }) => [round, windowRound])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 1],
    ]);
  });

  it('of an exhausted delivery opens a new window with an attempt at every webhook', async () => {
    const { clock, core, followed, target, destination } = await started();
    const other = await startTarget();
    await core.destinations.update(destination.id, {
      webhookUrl: other.url,
      retry: { ...steadyRetry, windowMs: 0 },
    });
    for (const one of [target, other]) one.respond(reply(500));
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'exhausted');
    clock.advance(24 * 3_600_000);
    await core.deliveries.retry(delivery.id);
    await followed.state(delivery.id, 'delivered');
    await Promise.all([target.received(2), other.received(2)]);
  });

  it('returns a conflict for a delivery in flight', async () => {
    const { core, followed, target } = await started();
    const released = Promise.withResolvers<void>();
    target.respond(when(released.promise, reply(200)));
    const { delivery } = await send(core, track());
    await target.received(1);
    await expect(core.deliveries.retry(delivery.id)).rejects.toEqual(conflict('in flight'));
    released.resolve();
    await followed.state(delivery.id, 'delivered');
    expect(target.requests).toHaveLength(1);
  });

  it('returns a conflict for a delivery that was delivered while a late response is pending', async () => {
    const { core, followed, target, destination } = await started();
    const late = await startTarget();
    const released = Promise.withResolvers<void>();
    late.respond(when(released.promise, reply(200)));
    await core.destinations.update(destination.id, { webhookUrl: late.url });
    const { delivery } = await send(core, track());
    await Promise.all([target.received(1), late.received(1)]);
    await followed.state(delivery.id, 'delivered');
    await expect(core.deliveries.retry(delivery.id)).rejects.toEqual(conflict('in flight'));
    released.resolve();
    await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 2);
  });

  it('returns a conflict with the reason for a paused, filtered or excluded delivery', async () => {
    const { core, followed, target, destination } = await started();
    target.respond(reply(500));
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'retrying');
    await core.destinations.update(destination.id, {
      trackFilter: { mode: 'block', events: ['Noise'] },
    });
    const filtered = await send(core, track({ event: 'Noise' }));
    const excluded = await send(core, track({ integrations: { All: false } }));
    await core.destinations.update(destination.id, { enabled: false });
    await followed.state(delivery.id, 'paused');
    const retry = (id: number) => expect(core.deliveries.retry(id)).rejects;
    await retry(delivery.id).toEqual(conflict('The destination is disabled'));
    await retry(filtered.delivery.id).toEqual(conflict('The delivery was filtered'));
    await retry(excluded.delivery.id).toEqual(conflict('The delivery was excluded'));
  });

  it('is rejected for an unknown delivery', async () => {
    const { core } = await started();
    await expect(core.deliveries.retry(99)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a finished delivery waits until its destination is enabled', async () => {
    const { core, followed, target, destination } = await started();
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'delivered');
    await core.destinations.update(destination.id, { enabled: false });
    await core.deliveries.retry(delivery.id);
    await followed.state(delivery.id, 'paused');
    await core.destinations.update(destination.id, { enabled: true });
    await target.received(2);
    await followed.state(delivery.id, 'delivered');
  });
});
