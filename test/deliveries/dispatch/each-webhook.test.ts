/** Fan-out to each URL: every webhook is retried on its own until it succeeds (D24). */
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

async function started() {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const [one, two] = [await startTarget(), await startTarget()];
  await connect(core, { urls: [one.url, two.url], fanOut: 'each', retry: steadyRetry });
  const attempts = (deliveryId: number, count: number) =>
    followed.until(() => {
      const delivery = followed.deliveries.get(deliveryId);
      return delivery?.attempts === count && delivery;
    });
  return { clock, core, followed, one, two, attempts };
}

const webhooks = (core: Core, deliveryId: number) =>
  core.deliveries.get({ id: deliveryId }).webhooks;

describe('with fan-out to each URL', () => {
  it('a success of one webhook does not skip the retry of the other', async () => {
    const { clock, core, followed, one, two, attempts } = await started();
    one.respond(reply(500));
    const { delivery } = await send(core, track());
    expect(await attempts(delivery.id, 2)).toMatchObject({
      state: 'waiting',
      nextAttemptAt: clock.now() + steadyRetry.baseMs,
    });
    expect(webhooks(core, delivery.id).map(({ state }) => state)).toEqual(['waiting', 'delivered']);
    clock.advance(steadyRetry.baseMs);
    await followed.state(delivery.id, 'delivered');
    expect(one.requests).toHaveLength(2);
    expect(two.requests).toHaveLength(1);
  });

  it('shows why it waits, not that another webhook accepted since', async () => {
    const { core, followed, one, two, attempts } = await started();
    const released = Promise.withResolvers<void>();
    one.respond(reply(503));
    two.respond(when(released.promise, reply(204)));
    const { delivery } = await send(core, track());
    await attempts(delivery.id, 1);
    released.resolve();
    const waiting = { state: 'waiting', lastStatus: 503, lastCode: 'server_error' };
    expect(await attempts(delivery.id, 2)).toMatchObject(waiting);
    const { items } = await core.deliveries.list({ filter: 'status>=500', limit: 1 });
    expect(items).toHaveLength(1);
    expect(followed.deliveries.get(delivery.id)).toMatchObject(waiting);
  });

  it('each webhook has its own backoff', async () => {
    const { clock, core, followed, one, two, attempts } = await started();
    const startedAt = clock.now();
    const released = Promise.withResolvers<void>();
    one.respond(reply(500), reply(500));
    two.respond(when(released.promise, reply(500)), reply(500));
    const { delivery } = await send(core, track());
    await attempts(delivery.id, 1);
    // The other one fails five seconds later, and so does its retry.
    clock.advance(5_000);
    released.resolve();
    expect(await attempts(delivery.id, 2)).toMatchObject({ nextAttemptAt: startedAt + 10_000 });
    expect(webhooks(core, delivery.id).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([
      startedAt + 10_000,
      startedAt + 15_000,
    ]);
    clock.advanceTo(startedAt + 10_000);
    await one.received(2);
    expect(await attempts(delivery.id, 3)).toMatchObject({ nextAttemptAt: startedAt + 15_000 });
    expect(two.requests).toHaveLength(1);
    clock.advanceTo(startedAt + 15_000);
    await two.received(2);
    await attempts(delivery.id, 4);
    clock.advanceTo(startedAt + 35_000);
    await followed.state(delivery.id, 'delivered');
    expect([one.requests.length, two.requests.length]).toEqual([3, 3]);
  });

  it('a webhook that exceeds its window makes the delivery give up despite another success', async () => {
    const { clock, core, followed, one, two } = await started();
    one.always(reply(500));
    const { delivery } = await send(core, track());
    await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 2);
    const { nextAttemptAt } = core.deliveries.get({ id: delivery.id });
    clock.advanceTo((nextAttemptAt ?? 0) + steadyRetry.windowMs);
    expect(await followed.state(delivery.id, 'gave_up')).toMatchObject({ nextAttemptAt: null });
    expect(webhooks(core, delivery.id).map(({ state }) => state)).toEqual(['gave_up', 'delivered']);
    expect(two.requests).toHaveLength(1);
  });

  it('all of many deliveries reach every webhook, including one that fails at first', async () => {
    const { clock, core, followed, one, two } = await started();
    const count = 30;
    one.respond(...Array.from({ length: count }, () => reply(503)));
    await Promise.all(Array.from({ length: count }, () => send(core, track())));
    await followed.retries(count);
    clock.advance(steadyRetry.baseMs);
    await followed.ledger(({ delivered }) => delivered === count);
    expect(one.requests).toHaveLength(2 * count);
    expect(two.requests).toHaveLength(count);
  });
});
