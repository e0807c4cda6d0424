/** Counts of deliveries by cause: kept with each change, and the same as counting the rows. */
import { expect, it } from 'vitest';
import type { CountsByCause } from '#shared/deliveries/cause.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
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
  const counted = async (): Promise<CountsByCause> => {
    const counters = await core.deliveries.causes({});
    // Reads every row.
    expect(await core.deliveries.causes({ filter: 'attempts>=0' })).toEqual(counters);
    return counters;
  };
  const causes = async () =>
    (await counted()).causes.map(({ state, code, status, deliveries, latest }) => [
      ...[state, code, status, deliveries],
      latest.id,
    ]);
  return { core, followed, clock, counted, causes };
}

it('counts deliveries that were not accepted by destination, state, code and status', async () => {
  const { core, followed, counted, causes } = await started();
  const target = await startTarget();
  const other = await startTarget();
  const destination = await connect(core, { urls: [target.url], retry: steadyRetry });
  await connect(core, { urls: [other.url], retry: once });
  target.always(reply(503));
  other.always(reply(500));
  await send(core, track());
  await followed.ledger(({ gave_up }) => gave_up === 1);
  await followed.retries(1);
  const causesNow = (await counted()).causes;
  const waiting = causesNow.find(({ state }) => state === 'waiting');
  expect((await causes()).map((cause) => cause.slice(0, 4))).toEqual(
    expect.arrayContaining([
      ['gave_up', 'server_error', 500, 1],
      ['waiting', 'server_error', 503, 1],
    ]),
  );
  expect(waiting).toMatchObject({
    destinationId: destination.id,
    destinationName: destination.name,
    latest: {
      url: target.url,
      result: { outcome: 'failed', params: { status: 503 } },
      attempts: 1,
    },
  });

  target.always(reply(401));
  other.always(reply(404));
  await send(core, track());
  await followed.ledger(({ refused }) => refused === 2);
  expect((await counted()).states).toMatchObject({ refused: 2, waiting: 1, gave_up: 1 });
  expect((await causes()).map(([state, , status, count]) => [state, status, count])).toEqual(
    expect.arrayContaining([
      ['refused', 401, 1],
      ['refused', 404, 1],
      ['waiting', 503, 1],
      ['gave_up', 500, 1],
    ]),
  );

  target.always(reply(200));
  const id = waiting?.latest.id ?? 0;
  await core.deliveries.retry({ id });
  await followed.state(id, 'delivered');
  expect((await causes()).map(([state]) => state)).not.toContain('waiting');
});

it('follows pauses, cancels, undo and deletion', async () => {
  const { core, followed, causes } = await started();
  const target = await startTarget();
  target.always(reply(503));
  const destination = await connect(core, { urls: [target.url], retry: steadyRetry });
  const { delivery } = await send(core, track());
  await followed.retries(1);
  const cause = ['waiting', 'server_error', 503, 1, delivery.id];
  expect(await causes()).toEqual([cause]);
  await core.destinations.update({ id: destination.id, enabled: false });
  await followed.state(delivery.id, 'paused');
  expect(await causes()).toEqual([]);
  await core.destinations.update({ id: destination.id, enabled: true });
  await followed.state(delivery.id, 'waiting');
  expect(await causes()).toEqual([cause]);
  await core.deliveries.cancel({ id: delivery.id });
  expect(await causes()).toEqual([]);
  await core.deliveries.undoCancel({ id: delivery.id });
  expect(await causes()).toEqual([cause]);

  target.always(reply(400));
  await core.deliveries.retry({ id: delivery.id });
  await followed.state(delivery.id, 'refused');
  expect((await causes()).map(([state]) => state)).toEqual(['refused']);
  await core.jobs.start({ kind: 'delete' });
  await followed.ledger(({ deleted }) => deleted === 1);
  expect(await causes()).toEqual([]);
});

it('counts stored copies', async () => {
  const { core, followed } = await started();
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'delivered');
  await core.copies.send({ deliveryId: delivery.id, signing: 'valid' });
  expect(core.ledger.get().copiesKept).toBe(1);
  await core.jobs.start({ kind: 'delete' });
  expect((await followed.ledger(({ deleted }) => deleted === 1)).copiesKept).toBe(0);
});
