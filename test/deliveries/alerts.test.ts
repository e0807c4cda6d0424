import { describe, expect, it } from 'vitest';
import { createAlerts } from '#main/deliveries/alerts.ts';
import type { ChangeBatch } from '#shared/changes.ts';
import type { Alert } from '#shared/deliveries/alert.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

/** One attempt: the next one would be after the window. */
const once = { baseMs: 10_000, capMs: 20_000, jitter: 0, windowMs: 1_000 };

async function started() {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const target = await startTarget();
  const destination = await connect(core, { urls: [target.url], retry: once });
  const fail = async (status: number): Promise<number> => {
    target.respond(reply(status));
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'gave_up');
    await noticed(delivery.id);
    return delivery.id;
  };
  const noticed = (deliveryId: number): Promise<Alert> =>
    followed.until(() => core.alerts.list().find((alert) => alert.deliveryId === deliveryId));
  return { clock, core, followed, target, destination, fail };
}

async function firstNotice(batches: AsyncIterable<ChangeBatch>): Promise<Alert | null> {
  for await (const { changes } of batches)
    for (const change of changes) if (change.kind === 'alert') return change.alert;
  return null;
}

describe('alerts', () => {
  it('group failed deliveries with the same cause', async () => {
    const { clock, core, destination, fail } = await started();
    const startedAt = clock.now();
    await fail(503);
    clock.advance(60_000);
    const last = await fail(503);
    expect(core.alerts.list()).toEqual([
      {
        id: 1,
        destinationId: destination.id,
        destinationName: destination.name,
        state: 'gave_up',
        lastStatus: 503,
        lastCode: 'server_error',
        count: 2,
        deliveryId: last,
        firstAt: startedAt,
        lastAt: startedAt + 60_000,
      },
    ]);
  });

  it('count a delivery once, however often it fails', async () => {
    const { clock, core, followed, target, fail } = await started();
    await fail(503);
    const id = await fail(503);
    clock.advance(60_000);
    target.respond(reply(503));
    await core.deliveries.retry({ id });
    await followed.until(() => core.alerts.list()[0]?.lastAt === clock.now());
    expect(core.alerts.list()).toMatchObject([{ count: 2, deliveryId: id }]);
  });

  it('start a new group for another cause, and after ten minutes without a failure', async () => {
    const { clock, core, fail } = await started();
    await fail(503);
    await fail(500);
    clock.advance(10 * 60_000 + 1);
    await fail(503);
    expect(core.alerts.list().map(({ lastStatus, count }) => [lastStatus, count])).toEqual([
      [503, 1],
      [500, 1],
      [503, 1],
    ]);
  });

  it('start a new group after the clock was set back, as before a second try', async () => {
    const { clock, core, fail } = await started();
    await core.clock.set({ mode: 'fast', speed: 3_600 });
    clock.advance(1_000);
    await fail(503);
    await fail(503);
    await core.clock.set({ mode: 'real', speed: 1 });
    await fail(503);
    expect(core.alerts.list().map(({ count }) => count)).toEqual([1, 2]);
  });

  it('start a new group after a pause of hours, but not while the clock runs fast', () => {
    const [clock, machineClock] = [new FakeClock(), new FakeClock()];
    const alerts = createAlerts({
      configCache: { destination: () => undefined },
      clock,
      machineClock,
      changed: () => undefined,
    });
    const hourLater = (id: number, machineMs: number): void => {
      clock.advance(3_600_000);
      machineClock.advance(machineMs);
      alerts.add({
        id,
        destinationId: 'dst_1',
        state: 'gave_up',
        lastStatus: 503,
        lastCode: 'server_error',
      });
    };
    for (let id = 1; id <= 12; id += 1) hourLater(id, 1_000);
    hourLater(13, 60_000);
    expect(alerts.list().map(({ count }) => count)).toEqual([1, 12]);
  });

  it('are sent by the change feed, and ignore delivered deliveries and copies', async () => {
    const { core, followed, target, fail } = await started();
    const stopping = new AbortController();
    const reported = firstNotice(core.changes.follow({}, stopping.signal));
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'delivered');
    target.respond(reply(500));
    await core.copies.send({ deliveryId: delivery.id, signing: 'valid' });
    await target.received(2);
    const failed = await fail(503);
    expect(await reported).toMatchObject({ deliveryId: failed, count: 1, lastStatus: 503 });
    stopping.abort();
  });

  it('group very many failures into one, and keep the newest hundred', async () => {
    const reported: (readonly number[])[] = [];
    const clock = new FakeClock();
    const alerts = createAlerts({
      configCache: { destination: () => undefined },
      clock,
      machineClock: clock,
      changed: (ids) => reported.push(ids),
    });
    const add = (id: number, lastStatus: number) =>
      alerts.add({
        id,
        destinationId: 'dst_1',
        state: 'gave_up',
        lastStatus,
        lastCode: 'server_error',
      });
    for (let id = 1; id <= 100_000; id += 1) add(id, 503);
    await new Promise((resolve) => setImmediate(resolve));
    expect(reported).toEqual([[1]]);
    expect(alerts.list()).toMatchObject([{ count: 100_000, deliveryId: 100_000 }]);
    for (let status = 1; status <= 120; status += 1) add(status, status);
    expect(alerts.list().map(({ lastStatus }) => lastStatus)).toEqual(
      Array.from({ length: 100 }, (_, index) => 120 - index),
    );
  });
});
