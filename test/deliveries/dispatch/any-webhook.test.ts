/** The documented fan-out: one final response finishes all webhooks (spec 4.1 rule 1; D23). */
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { hang, reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

async function started() {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const [one, two, three] = [await startTarget(), await startTarget(), await startTarget()];
  return { clock, core, followed, one, two, three };
}

const states = (core: Core, deliveryId: number) =>
  core.deliveries.get({ id: deliveryId }).webhooks.map(({ state }) => state);

describe('a round to several webhooks', () => {
  it('sends to all of them simultaneously', async () => {
    const { core, one, two, three } = await started();
    const all = Promise.all([one.received(1), two.received(1), three.received(1)]);
    for (const target of [one, two, three]) target.respond(when(all, reply(200)));
    await connect(core, { urls: [one.url, two.url, three.url] });
    await send(core, track());
    const bodies = (await all).map(({ body }) => body.toString());
    expect(new Set(bodies).size).toBe(1);
  });

  it('is finished by one success; the failed webhooks are skipped and never retried', async () => {
    const { clock, core, followed, one, two, three } = await started();
    one.respond(reply(500));
    three.respond(reply(500));
    two.respond(when(Promise.all([one.received(1), three.received(1)]), reply(200)));
    await connect(core, { urls: [one.url, two.url, three.url], retry: steadyRetry });
    const { delivery } = await send(core, track());
    await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 3);
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
    });
    expect(states(core, delivery.id)).toEqual(['skipped', 'delivered', 'skipped']);
    expect(clock.nextAt).toBeNull();
  });

  it('is finished by a 4xx too, which refuses it', async () => {
    const { core, followed, one, two } = await started();
    one.respond(reply(500));
    two.respond(when(one.received(1), reply(404)));
    await connect(core, { urls: [one.url, two.url] });
    const { delivery } = await send(core, track());
    expect(await followed.state(delivery.id, 'refused')).toMatchObject({ lastStatus: 404 });
    expect(states(core, delivery.id)).toEqual(['skipped', 'refused']);
  });

  it('is repeated for all of them after the delay if all fail', async () => {
    const { clock, core, followed, one, two } = await started();
    for (const target of [one, two]) target.respond(reply(500));
    await connect(core, { urls: [one.url, two.url], retry: steadyRetry });
    const { delivery } = await send(core, track());
    const { nextAttemptAt } = await followed.waitsForRetry(delivery.id);
    expect(nextAttemptAt).toBe(clock.now() + steadyRetry.baseMs);
    expect([one.requests.length, two.requests.length]).toEqual([1, 1]);
    clock.advance(steadyRetry.baseMs);
    await Promise.all([one.received(2), two.received(2)]);
    const { attempts } = await followed.until(() => {
      const now = followed.deliveries.get(delivery.id);
      return now?.state === 'delivered' && now.attempts === 4 && now;
    });
    expect(attempts).toBe(4);
    expect(states(core, delivery.id)).toEqual(['delivered', 'delivered']);
  });

  it('ends with its last response: a failure does not start the next round early', async () => {
    const { clock, core, followed, one, two } = await started();
    const released = Promise.withResolvers<void>();
    one.respond(reply(500));
    two.respond(when(released.promise, reply(503)));
    await connect(core, { urls: [one.url, two.url], retry: steadyRetry });
    const { delivery } = await send(core, track());
    await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 1);
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
      state: 'waiting',
      sending: true,
      nextAttemptAt: null,
    });
    clock.advance(60_000);
    released.resolve();
    const { nextAttemptAt } = await followed.waitsForRetry(delivery.id);
    expect(nextAttemptAt).toBe(clock.now() + steadyRetry.baseMs);
    expect(one.requests).toHaveLength(1);
  });

  it('is repeated in numbered rounds, with the same bytes in every attempt', async () => {
    const { clock, core, followed, one } = await started();
    one.respond(reply(500), reply(502), reply(200));
    await connect(core, { urls: [one.url], retry: steadyRetry });
    const { delivery } = await send(core, track());
    for (const attempts of [1, 2]) {
      const { nextAttemptAt } = await followed.until(() => {
        const now = followed.deliveries.get(delivery.id);
        return now?.attempts === attempts && now;
      });
      clock.advanceTo(nextAttemptAt ?? 0);
    }
    await followed.state(delivery.id, 'delivered');
    const { attemptList } = core.deliveries.get({ id: delivery.id });
    expect(attemptList.map(({ round }) => round)).toEqual([1, 2, 3]);
    expect(attemptList.map(({ response }) => response?.status)).toEqual([500, 502, 200]);
    expect(new Set(one.requests.map(({ body }) => body.toString())).size).toBe(1);
  });
});

describe('a late response, after the success of another webhook,', () => {
  it('changes neither the delivery nor its retries if it is a failure', async () => {
    const { clock, core, followed, one, two } = await started();
    const released = Promise.withResolvers<void>();
    one.respond(when(released.promise, reply(500)));
    await connect(core, { urls: [one.url, two.url], retry: steadyRetry });
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'delivered');
    expect(states(core, delivery.id)).toEqual(['waiting', 'delivered']);
    released.resolve();
    await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 2);
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
      state: 'delivered',
      lastStatus: 200,
      lastCode: null,
      nextAttemptAt: null,
    });
    expect(states(core, delivery.id)).toEqual(['skipped', 'delivered']);
    expect(clock.nextAt).toBeNull();
  });

  it('counts for its webhook if it is a success', async () => {
    const { core, followed, one, two } = await started();
    const released = Promise.withResolvers<void>();
    one.respond(when(released.promise, reply(200)));
    await connect(core, { urls: [one.url, two.url] });
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'delivered');
    released.resolve();
    await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 2);
    expect(states(core, delivery.id)).toEqual(['delivered', 'delivered']);
  });
});

describe('a webhook that hangs', () => {
  it('does not delay many deliveries at the others', async () => {
    const { core, followed, one, two } = await started();
    one.always(hang);
    await connect(core, { urls: [one.url, two.url] });
    const count = 200;
    await Promise.all(Array.from({ length: count }, () => send(core, track())));
    await followed.ledger(({ delivered }) => delivered === count);
    expect(two.requests).toHaveLength(count);
    expect(one.requests.length).toBeLessThanOrEqual(64);
    // Ends open requests: stopping waits for them.
    await one.close();
  });
});
