import { describe, expect, it } from 'vitest';
import { AppError } from '#main/kit/app-error.ts';
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
    await followed.waitsForRetry(delivery.id);
    clock.advance(3_000);
    await core.deliveries.retry({ id: delivery.id });
    await target.received(2);
    const { nextAttemptAt } = await followed.until(() => {
      const now = followed.deliveries.get(delivery.id);
      return now?.state === 'waiting' && now.attempts === 2 && now;
    });
    expect(nextAttemptAt).toBe(startedAt + 3_000 + 20_000);
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({ firstAttemptAt: startedAt });
  });

  it('sends the same bytes of a delivered delivery again, in a new window', async () => {
    const { clock, core, followed, target } = await started();
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'delivered');
    clock.advance(60_000);
    target.respond(reply(500));
    expect(await core.deliveries.retry({ id: delivery.id, urls: 'all' })).toMatchObject({
      id: delivery.id,
    });
    const { nextAttemptAt } = await followed.until(() => {
      const now = followed.deliveries.get(delivery.id);
      return now?.state === 'waiting' && now.attempts === 2 && now;
    });
    expect(nextAttemptAt).toBe(clock.now() + steadyRetry.baseMs);
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
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
        return now?.state === 'waiting' && now.attempts === attempts;
      });
    await waits(1);
    await core.deliveries.retry({ id: delivery.id });
    await waits(2);
    for (const attempts of [3, 4]) {
      await core.deliveries.cancel({ id: delivery.id });
      clock.advance(1_000);
      await core.deliveries.retry({ id: delivery.id });
      await waits(attempts);
    }
    const { attemptList } = core.deliveries.get({ id: delivery.id });
    expect(attemptList.map(({ round, windowRound }) => [round, windowRound])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 1],
    ]);
  });

  it('of a delivery that gave up opens a new window with an attempt at every webhook', async () => {
    const { clock, core, followed, target, destination } = await started();
    const other = await startTarget();
    await core.destinations.update({
      id: destination.id,
      webhookUrl: other.url,
      retry: { ...steadyRetry, windowMs: 0 },
    });
    for (const one of [target, other]) one.respond(reply(500));
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'gave_up');
    clock.advance(24 * 3_600_000);
    await core.deliveries.retry({ id: delivery.id });
    await followed.state(delivery.id, 'delivered');
    await Promise.all([target.received(2), other.received(2)]);
  });

  it('returns a conflict for a delivery in flight', async () => {
    const { core, followed, target } = await started();
    const released = Promise.withResolvers<void>();
    target.respond(when(released.promise, reply(200)));
    const { delivery } = await send(core, track());
    await target.received(1);
    await expect(core.deliveries.retry({ id: delivery.id })).rejects.toEqual(conflict('in flight'));
    released.resolve();
    await followed.state(delivery.id, 'delivered');
    expect(target.requests).toHaveLength(1);
  });

  it('returns a conflict for a delivery that was delivered while a late response is pending', async () => {
    const { core, followed, target, destination } = await started();
    const late = await startTarget();
    const released = Promise.withResolvers<void>();
    late.respond(when(released.promise, reply(200)));
    await core.destinations.update({ id: destination.id, webhookUrl: late.url });
    const { delivery } = await send(core, track());
    await Promise.all([target.received(1), late.received(1)]);
    await followed.state(delivery.id, 'delivered');
    await expect(core.deliveries.retry({ id: delivery.id })).rejects.toEqual(conflict('in flight'));
    released.resolve();
    await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 2);
  });

  it('returns a conflict with the reason for a paused delivery or one that is not sent', async () => {
    const { core, followed, target, destination } = await started();
    target.respond(reply(500));
    const { delivery } = await send(core, track());
    await followed.waitsForRetry(delivery.id);
    await core.destinations.update({
      id: destination.id,
      trackFilter: { mode: 'block', events: ['Noise'] },
    });
    const filtered = await send(core, track({ event: 'Noise' }));
    const excluded = await send(core, track({ integrations: { All: false } }));
    await core.destinations.update({ id: destination.id, enabled: false });
    await followed.state(delivery.id, 'paused');
    const retry = (id: number) => expect(core.deliveries.retry({ id })).rejects;
    await retry(delivery.id).toEqual(conflict('The destination is disabled'));
    await retry(filtered.delivery.id).toEqual(conflict('The message is not sent'));
    await retry(excluded.delivery.id).toEqual(conflict('The message is not sent'));
  });

  it('is rejected for an unknown delivery', async () => {
    const { core } = await started();
    await expect(core.deliveries.retry({ id: 99 })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a finished delivery waits until its destination is enabled', async () => {
    const { core, followed, target, destination } = await started();
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'delivered');
    await core.destinations.update({ id: destination.id, enabled: false });
    await core.deliveries.retry({ id: delivery.id, urls: 'all' });
    await followed.state(delivery.id, 'paused');
    await core.destinations.update({ id: destination.id, enabled: true });
    await target.received(2);
    await followed.state(delivery.id, 'delivered');
  });
});

/** A delivery that `good` accepted and `bad` did not, without further attempts. */
async function halfAccepted(fanOut: 'any' | 'each', status = 503) {
  const { core, followed } = await startCore({ clock: new FakeClock() });
  const [good, bad] = [await startTarget(), await startTarget()];
  const released = Promise.withResolvers<void>();
  good.respond(when(released.promise, reply(200)));
  bad.respond(reply(status));
  const destination = await connect(core, {
    urls: [good.url, bad.url],
    retry: { ...steadyRetry, windowMs: 0 },
    fanOut,
  });
  const { delivery } = await send(core, track());
  await followed.until(() => core.deliveries.get({ id: delivery.id }).attemptList.length === 1);
  released.resolve();
  await followed.state(delivery.id, fanOut === 'any' ? 'delivered' : 'gave_up');
  const requests = () => [good.requests.length, bad.requests.length];
  const finished = (state: string, attempts: number) =>
    followed.until(() => {
      const now = followed.deliveries.get(delivery.id);
      return now?.state === state && now.attempts === attempts;
    });
  return { core, good, bad, destination, id: delivery.id, requests, finished };
}

describe('the URLs of a retry', () => {
  it.each(['any', 'each'] as const)(
    'are those that failed and never accepted, with fan-out to %s',
    async (fanOut) => {
      const { core, id, requests, finished } = await halfAccepted(fanOut);
      await core.deliveries.retry({ id });
      await finished('delivered', 3);
      expect(requests()).toEqual([1, 2]);
      // Nothing is left to retry.
      await expect(core.deliveries.retry({ id })).rejects.toEqual(conflict('Choose'));
      expect(requests()).toEqual([1, 2]);
    },
  );

  it('keep retrying on their own schedule though another URL accepted earlier', async () => {
    const { core, bad, destination, id, requests, finished } = await halfAccepted('any');
    await core.destinations.update({ id: destination.id, retry: steadyRetry });
    bad.respond(reply(503));
    await core.deliveries.retry({ id });
    await finished('waiting', 3);
    expect(core.deliveries.get({ id }).webhooks).toMatchObject([
      { state: 'delivered', windowAttempts: 0, nextAttemptAt: null },
      { state: 'waiting', nextAttemptAt: expect.any(Number) },
    ]);
    expect(requests()).toEqual([1, 2]);
  });

  it('are not those that accepted once, even if a later attempt failed', async () => {
    const { core, good, bad, id, requests, finished } = await halfAccepted('each');
    good.respond(reply(503));
    await core.deliveries.retry({ id, urls: [good.url] });
    await finished('gave_up', 3);
    expect(core.deliveries.get({ id }).webhooks[0]).toMatchObject({
      accepted: true,
      lastStatus: 503,
    });
    bad.respond(reply(503));
    await core.deliveries.retry({ id });
    await finished('gave_up', 4);
    expect(requests()).toEqual([2, 2]);
  });

  it('are chosen ones, also a URL that was added later', async () => {
    const { core, good, bad, destination, id, requests, finished } = await halfAccepted('each');
    const added = await startTarget();
    await core.destinations.update({
      id: destination.id,
      webhooks: [good.url, bad.url, added.url].map((url) => ({ url, headers: {} })),
    });
    await core.deliveries.retry({ id, urls: [good.url] });
    await finished('gave_up', 3);
    expect([...requests(), added.requests.length]).toEqual([2, 1, 0]);
    await core.deliveries.retry({ id, urls: [added.url] });
    await finished('gave_up', 4);
    expect([...requests(), added.requests.length]).toEqual([2, 1, 1]);
    await expect(
      core.deliveries.retry({ id, urls: ['http://127.0.0.1:1/'] }),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it.each(['any', 'each'] as const)(
    'are due now in a waiting delivery, while the others keep their schedule, with fan-out to %s',
    async (fanOut) => {
      const clock = new FakeClock();
      const { core, followed } = await startCore({ clock });
      const [one, other] = [await startTarget(), await startTarget()];
      for (const target of [one, other]) target.always(reply(503));
      await connect(core, { urls: [one.url, other.url], retry: steadyRetry, fanOut });
      const { delivery } = await send(core, track());
      const waits = (attempts: number) =>
        followed.until(() => {
          const now = followed.deliveries.get(delivery.id);
          return now?.state === 'waiting' && !now.sending && now.attempts === attempts && now;
        });
      const { nextAttemptAt } = await waits(2);
      clock.advance(1_000);
      await core.deliveries.retry({ id: delivery.id, urls: [one.url] });
      expect(await waits(3)).toMatchObject({ nextAttemptAt });
      expect([one.requests.length, other.requests.length]).toEqual([2, 1]);
      clock.advance((nextAttemptAt ?? 0) - clock.now());
      await waits(4);
      expect([one.requests.length, other.requests.length]).toEqual([2, 2]);
    },
  );
});
