/** Unfinished deliveries of a disabled or deleted destination (D32). */
import { describe, expect, it } from 'vitest';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

/** A delivery waiting for its second attempt. */
async function waiting() {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const target = await startTarget();
  target.respond(reply(500));
  const destination = await connect(core, { urls: [target.url], retry: steadyRetry });
  const { delivery } = await send(core, track());
  await followed.waitsForRetry(delivery.id);
  return { clock, core, followed, target, destination, delivery };
}

/** A delivery whose first response is pending until `respond` is called. */
async function inFlight(status: number) {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const target = await startTarget();
  const released = Promise.withResolvers<void>();
  target.respond(when(released.promise, reply(status)));
  const destination = await connect(core, { urls: [target.url], retry: steadyRetry });
  const { delivery } = await send(core, track());
  await target.received(1);
  return { clock, core, followed, target, destination, delivery, respond: released.resolve };
}

describe('a disabled destination', () => {
  it('pauses its deliveries until it is enabled', async () => {
    const { clock, core, followed, target, destination, delivery } = await waiting();
    await core.destinations.update({ id: destination.id, enabled: false });
    await followed.state(delivery.id, 'paused');
    clock.advance(60_000);
    expect(target.requests).toHaveLength(1);
    await core.destinations.update({ id: destination.id, enabled: true });
    await followed.state(delivery.id, 'delivered');
    expect(target.requests).toHaveLength(2);
  });

  it('keeps the planned time when it is enabled before then', async () => {
    const { clock, core, followed, target, destination, delivery } = await waiting();
    const { nextAttemptAt } = core.deliveries.get({ id: delivery.id });
    await core.destinations.update({ id: destination.id, enabled: false });
    await followed.state(delivery.id, 'paused');
    await core.destinations.update({ id: destination.id, enabled: true });
    expect(await followed.waitsForRetry(delivery.id)).toMatchObject({ nextAttemptAt });
    expect(target.requests).toHaveLength(1);
    clock.advanceTo(nextAttemptAt ?? 0);
    await followed.state(delivery.id, 'delivered');
  });

  it('does not extend the window: a delivery enabled after it gives up without an attempt', async () => {
    const { clock, core, followed, target, destination, delivery } = await waiting();
    await core.destinations.update({ id: destination.id, enabled: false });
    await followed.state(delivery.id, 'paused');
    clock.advance(steadyRetry.windowMs + 1);
    await core.destinations.update({ id: destination.id, enabled: true });
    await followed.state(delivery.id, 'gave_up');
    expect(target.requests).toHaveLength(1);
  });

  it('counts the response of an attempt in flight: a success is delivered', async () => {
    const { core, followed, destination, delivery, respond } = await inFlight(200);
    await core.destinations.update({ id: destination.id, enabled: false });
    respond();
    await followed.state(delivery.id, 'delivered');
  });

  it('pauses a delivery whose attempt in flight fails', async () => {
    const { core, followed, target, destination, delivery, respond } = await inFlight(500);
    await core.destinations.update({ id: destination.id, enabled: false });
    respond();
    await followed.state(delivery.id, 'paused');
    await core.destinations.update({ id: destination.id, enabled: true });
    await followed.waitsForRetry(delivery.id);
    expect(target.requests).toHaveLength(1);
  });

  it('releases deliveries queued behind slow responses', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const target = await startTarget();
    const released = Promise.withResolvers<void>();
    target.always(when(released.promise, reply(200)));
    const destination = await connect(core, { urls: [target.url] });
    const count = 100;
    await Promise.all(Array.from({ length: count }, () => send(core, track())));
    await target.received(64);
    await core.destinations.update({ id: destination.id, enabled: false });
    await followed.ledger(({ paused }) => paused === count - 64);
    released.resolve();
    await followed.ledger(({ delivered }) => delivered === 64);
    expect(target.requests).toHaveLength(64);
    await core.destinations.update({ id: destination.id, enabled: true });
    await followed.ledger(({ delivered }) => delivered === count);
    expect(target.requests).toHaveLength(count);
  });
});

describe('a destination without a webhook URL', () => {
  it('has a problem, and its deliveries wait until there is one', async () => {
    const { core, followed } = await startCore({ clock: new FakeClock() });
    const target = await startTarget();
    const destination = await connect(core);
    expect(destination.problem).toMatchObject({ code: 'no_webhook' });
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'paused');
    const fixed = await core.destinations.update({ id: destination.id, webhookUrl: target.url });
    expect(fixed.problem).toBeNull();
    await followed.state(delivery.id, 'delivered');
  });
});

describe('a deleted destination', () => {
  it('cancels its deliveries at all webhooks, and sends nothing more', async () => {
    const { clock, core, followed, target, destination, delivery } = await waiting();
    await core.destinations.remove({ id: destination.id });
    expect(await followed.state(delivery.id, 'cancelled')).toMatchObject({ nextAttemptAt: null });
    expect(core.deliveries.get({ id: delivery.id }).webhooks).toMatchObject([
      { state: 'cancelled', nextAttemptAt: null },
    ]);
    clock.advance(steadyRetry.windowMs);
    expect(target.requests).toHaveLength(1);
    expect((await send(core, track())).message.outcome).toBe('unrouted');
  });

  it('cancels paused deliveries', async () => {
    const { core, followed, destination, delivery } = await waiting();
    await core.destinations.update({ id: destination.id, enabled: false });
    await followed.state(delivery.id, 'paused');
    await core.destinations.remove({ id: destination.id });
    await followed.state(delivery.id, 'cancelled');
  });

  it('counts the response of an attempt in flight and cancels failed deliveries', async () => {
    const success = await inFlight(200);
    await success.core.destinations.remove({ id: success.destination.id });
    success.respond();
    await success.followed.state(success.delivery.id, 'delivered');
    const failure = await inFlight(500);
    await failure.core.destinations.remove({ id: failure.destination.id });
    failure.respond();
    await failure.followed.state(failure.delivery.id, 'cancelled');
  });

  it('is restored with all settings; cancelled deliveries stay cancelled until retried', async () => {
    const { core, followed, target, destination, delivery } = await waiting();
    await core.destinations.remove({ id: destination.id });
    await followed.state(delivery.id, 'cancelled');
    await expect(core.deliveries.retry({ id: delivery.id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Restore it first'),
    });
    const restored = await core.destinations.restore({ id: destination.id });
    expect({ ...restored, updatedAt: 0 }).toEqual({ ...destination, updatedAt: 0 });
    expect(core.deliveries.get({ id: delivery.id }).state).toBe('cancelled');
    await core.deliveries.retry({ id: delivery.id });
    await followed.state(delivery.id, 'delivered');
    expect(target.requests).toHaveLength(2);
  });
});
