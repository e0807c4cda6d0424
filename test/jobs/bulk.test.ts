import { describe, expect, it } from 'vitest';
import { AppError } from '#main/kit/app-error.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { storedDeliveries } from '#test/support/followed.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { ended, plan, run, sendMany, start } from './support.ts';

async function started() {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const target = await startTarget();
  const destination = await connect(core, {
    urls: [target.url],
    retry: steadyRetry,
    sharedSecret: 's',
  });
  return { clock, core, followed, target, destination };
}

/** This many deliveries that failed once and wait for a retry. */
async function retrying(count: number) {
  const all = await started();
  all.target.always(reply(500));
  await sendMany(all.core, count);
  await all.followed.retries(count);
  return all;
}

const forbidden = expect.objectContaining({ constructor: AppError, code: 'job_state' });

const conflict = (sentence: string) =>
  expect.objectContaining({
    constructor: AppError,
    code: 'conflict',
    message: expect.stringContaining(sentence),
  });

describe('a plan', () => {
  it('shows how many match, how many it applies to, why others are skipped, and the URLs', async () => {
    const { clock, core, followed, target, destination } = await started();
    target.respond(reply(500), reply(500));
    await sendMany(core, 5);
    await followed.ledger(({ delivered }) => delivered === 3);
    await followed.retries(2);
    expect(await plan(core, 'cancel')).toMatchObject({
      kind: 'cancel',
      filter: '',
      matchCount: 5,
      applyCount: 2,
      sendingCount: 0,
      skipped: [{ reason: 'ended', count: 3 }],
      urls: [
        {
          destinationId: destination.id,
          destinationName: destination.name,
          url: target.url,
          outcome: 'failed',
          count: 2,
          lastResponse: { at: clock.now(), status: 500, code: 'server_error' },
          preselected: false,
        },
      ],
    });
    expect(await plan(core, 'retry')).toMatchObject({
      applyCount: 5,
      skipped: [],
      urls: [
        { outcome: 'failed', count: 2, preselected: true },
        { outcome: 'accepted', count: 3, lastResponse: { status: 200 }, preselected: false },
      ],
    });
    expect(await plan(core, 'copy', { filter: 'state:delivered' })).toMatchObject({
      filter: 'state:delivered',
      matchCount: 3,
      applyCount: 3,
    });
    expect(await plan(core, 'retry', { filter: 'event:nothing' })).toMatchObject({
      matchCount: 0,
      applyCount: 0,
      urls: [],
    });
    expect(core.ledger.get()).toMatchObject({ waiting: 2, delivered: 3 });
  });

  it('stops when its caller leaves', async () => {
    const { core } = await retrying(3);
    const left = AbortSignal.abort(new Error('left'));
    await expect(core.jobs.plan({ kind: 'retry' }, left)).rejects.toThrow('left');
  });
});

describe('cancelling in bulk', () => {
  it('cancels waiting deliveries, of which each can be restored with its planned time', async () => {
    const { core, followed } = await retrying(600);
    const [before] = (await core.deliveries.list({ limit: 1 })).items;
    const cancelled = await run(core, followed, 'cancel');
    expect(cancelled).toMatchObject({
      state: 'completed',
      totalCount: 600,
      doneCount: 600,
      skipped: [],
      commands: [],
    });
    expect(core.ledger.get()).toMatchObject({ cancelled: 600, waiting: 0, balanced: true });
    const restored = await core.deliveries.undoCancel({ id: before?.id ?? 0 });
    expect({ ...restored, updatedAt: 0 }).toEqual({ ...before, updatedAt: 0 });
    expect(core.ledger.get()).toMatchObject({ cancelled: 599, waiting: 1, balanced: true });
  });

  it('does not affect deliveries created after it was planned', async () => {
    const { core, followed } = await retrying(2);
    const { bounds } = await plan(core, 'cancel');
    await sendMany(core, 1);
    await followed.retries(3);
    expect(await run(core, followed, 'cancel', { bounds })).toMatchObject({ doneCount: 2 });
    expect(core.ledger.get()).toMatchObject({ cancelled: 2, waiting: 1 });
  });

  it('finishes and records an attempt in flight, and makes no other', async () => {
    const { clock, core, followed, target } = await started();
    const released = Promise.withResolvers<void>();
    target.respond(when(released.promise, reply(500)), when(released.promise, reply(200)));
    await sendMany(core, 2);
    await target.received(2);
    const { id } = await start(core, 'cancel');
    expect(await ended(core, followed, id)).toMatchObject({ doneCount: 2, counts: { sending: 2 } });
    released.resolve();
    await followed.until(() => {
      const { cancelled, delivered } = core.ledger.get();
      return cancelled === 1 && delivered === 1;
    });
    const [one, other] = (await core.deliveries.list({ limit: 2 })).items;
    expect([one?.attempts, other?.attempts]).toEqual([1, 1]);
    clock.advance(steadyRetry.windowMs);
    expect(target.requests).toHaveLength(2);
  });

  it('applies to paused deliveries, and restored ones of a disabled destination stay paused', async () => {
    const { core, followed, destination } = await retrying(2);
    await core.destinations.update({ id: destination.id, enabled: false });
    await followed.until(() => core.ledger.get().paused === 2);
    await run(core, followed, 'cancel', { state: 'paused' });
    expect(core.ledger.get()).toMatchObject({ cancelled: 2 });
    for (const { id } of storedDeliveries(core)) await core.deliveries.undoCancel({ id });
    expect(core.ledger.get()).toMatchObject({ paused: 2, cancelled: 0 });
  });
});

describe('retrying in bulk', () => {
  it('sends everything that matches, and lists what was skipped', async () => {
    const { core, followed, target, destination } = await retrying(3);
    const off = await connect(core, { urls: [target.url], enabled: false });
    await core.destinations.update({
      id: off.id,
      enabled: true,
      trackFilter: { mode: 'allow', events: [] },
    });
    target.always(reply(200));
    await core.destinations.update({ id: destination.id, name: 'Renamed' });
    expect(await run(core, followed, 'retry', { destinationId: destination.id })).toMatchObject({
      state: 'completed',
      filter: `destination=${destination.id}`,
      doneCount: 3,
    });
    await followed.until(() => core.ledger.get().delivered === 3);
  });
});

describe('sending copies in bulk', () => {
  it('sends each request again, re-signed and outside the ledger, and counts the outcomes', async () => {
    const { core, followed, target, destination } = await started();
    await sendMany(core, 3);
    await followed.until(() => core.ledger.get().delivered === 3);
    const ledger = core.ledger.get();
    await core.destinations.update({ id: destination.id, sharedSecret: 'another' });
    target.respond(reply(200), reply(500));
    expect(
      await run(core, followed, 'copy', { filter: 'state:delivered', urls: 'all' }),
    ).toMatchObject({
      state: 'completed',
      doneCount: 3,
      counts: { accepted: 2, failed: 1 },
      commands: [],
    });
    expect(core.ledger.get()).toEqual({ ...ledger, copiesKept: 3 });
    expect(target.requests).toHaveLength(6);
    const [delivery] = (await core.deliveries.list({ limit: 1 })).items;
    const { items } = core.copies.list({ deliveryId: delivery?.id ?? 0, limit: 5 });
    expect(items).toMatchObject([{ signing: 'valid', signatureFit: 'valid', url: target.url }]);
  });

  it('keeps to the maximum of requests in flight', async () => {
    const { core, followed, target } = await started();
    await sendMany(core, 12);
    await followed.until(() => core.ledger.get().delivered === 12);
    await core.settings.update({ webhookConcurrency: 2 });
    const released = Promise.withResolvers<void>();
    target.always(when(released.promise, reply(200)));
    const { id } = await start(core, 'copy', { urls: 'all' });
    await target.received(14);
    expect(core.jobs.get({ id })).toMatchObject({ state: 'running', doneCount: 2 });
    released.resolve();
    expect(await ended(core, followed, id)).toMatchObject({ counts: { accepted: 12 } });
  });

  it('keeps to its rate', async () => {
    const { clock, core, followed, target } = await started();
    await sendMany(core, 4);
    await followed.until(() => core.ledger.get().delivered === 4);
    const { id } = await start(core, 'copy', { perSecond: 2, urls: 'all' });
    for (let made = 1; made <= 4; made += 1) {
      await target.received(4 + made);
      expect(target.requests).toHaveLength(4 + made);
      if (made < 4) await clock.scheduled(clock.now() + 500);
      clock.advance(500);
    }
    expect(await ended(core, followed, id)).toMatchObject({ doneCount: 4 });
  });
});

describe('a rate with a fractional interval', () => {
  it('is kept even if rounding makes a time already due', async () => {
    const { clock, core, followed, target } = await started();
    await sendMany(core, 2);
    await followed.until(() => core.ledger.get().delivered === 2);
    // An interval of 3.00003 ms, which rounds to 3 ms when added to the current time.
    const { id } = await start(core, 'copy', { perSecond: 333.33, urls: 'all' });
    await target.received(3);
    await followed.until(() => core.jobs.get({ id }).counts.accepted === 1);
    await clock.scheduled(clock.now() + 3);
    clock.advance(3);
    await clock.scheduled(clock.now() + 1);
    clock.advance(1);
    expect(await ended(core, followed, id)).toMatchObject({ doneCount: 2 });
  });
});

describe('consecutive jobs', () => {
  it('wait for a paused one to be resumed and finished', async () => {
    const { core, followed, target } = await started();
    await sendMany(core, 8);
    await followed.until(() => core.ledger.get().delivered === 8);
    await core.settings.update({ webhookConcurrency: 1 });
    const released = Promise.withResolvers<void>();
    target.always(when(released.promise, reply(200)));
    const { id } = await start(core, 'copy', { urls: 'all' });
    await target.received(9);
    const next = await start(core, 'cancel');
    expect(next).toMatchObject({ state: 'planned', commands: ['pause', 'cancel'] });
    expect(await core.jobs.pause({ id })).toMatchObject({ state: 'paused' });
    await expect(core.jobs.pause({ id })).rejects.toEqual(forbidden);
    expect(await ended(core, followed, next.id)).toMatchObject({ state: 'completed' });
    released.resolve();
    await followed.until(() => core.jobs.get({ id }).counts.accepted === 1);
    expect(await core.jobs.resume({ id })).toMatchObject({ state: 'running' });
    expect(await ended(core, followed, id)).toMatchObject({
      doneCount: 8,
      counts: { accepted: 8 },
    });
    expect(target.requests).toHaveLength(16);
    await expect(core.jobs.resume({ id })).rejects.toEqual(forbidden);
  });

  it('can be cancelled permanently', async () => {
    const { core, followed, target } = await started();
    await sendMany(core, 3);
    await followed.until(() => core.ledger.get().delivered === 3);
    const { id } = await start(core, 'copy', { perSecond: 0.001, urls: 'all' });
    await target.received(4);
    expect(await core.jobs.cancel({ id })).toMatchObject({ state: 'cancelled' });
    await expect(core.jobs.resume({ id })).rejects.toEqual(forbidden);
    expect(await run(core, followed, 'retry', { urls: 'all' })).toMatchObject({
      ...{ state: 'completed', doneCount: 3 },
    });
    expect(core.jobs.get({ id })).toMatchObject({ doneCount: 1, remainingMs: null });
  });

  it('accept a rate only for copies', async () => {
    const { core } = await started();
    await expect(start(core, 'retry', { perSecond: 5 })).rejects.toMatchObject({
      code: 'bad_request',
      issues: [{ path: ['perSecond'] }],
    });
  });
});

describe('a single delivery', () => {
  it('is cancelled, restored with its planned time, and then continues', async () => {
    const { clock, core, followed, target } = await started();
    target.respond(reply(500));
    const { delivery } = await send(core, track());
    const { nextAttemptAt } = await followed.waitsForRetry(delivery.id);
    expect(await core.deliveries.cancel({ id: delivery.id })).toMatchObject({
      state: 'cancelled',
      nextAttemptAt: null,
    });
    await expect(core.deliveries.cancel({ id: delivery.id })).rejects.toEqual(
      conflict('already finished'),
    );
    expect(await core.deliveries.undoCancel({ id: delivery.id })).toMatchObject({
      state: 'waiting',
      nextAttemptAt,
    });
    await expect(core.deliveries.undoCancel({ id: delivery.id })).rejects.toEqual(conflict('undo'));
    clock.advance(steadyRetry.baseMs);
    await followed.state(delivery.id, 'delivered');
    await expect(core.deliveries.cancel({ id: 999 })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('in flight is cancelled after its response, and continues after an undo', async () => {
    const { clock, core, followed, target } = await started();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    target.respond(when(first.promise, reply(500)), when(second.promise, reply(500)), reply(200));
    const { delivery } = await send(core, track());
    await target.received(1);
    await core.deliveries.cancel({ id: delivery.id });
    await expect(core.deliveries.cancel({ id: delivery.id })).rejects.toEqual(
      conflict('already finished'),
    );
    first.resolve();
    expect(await followed.state(delivery.id, 'cancelled')).toMatchObject({ attempts: 1 });
    // Back to the schedule: the webhook still has its planned time.
    const back = await core.deliveries.undoCancel({ id: delivery.id });
    expect(back).toMatchObject({
      state: 'waiting',
      nextAttemptAt: clock.now() + steadyRetry.baseMs,
    });
    clock.advance(steadyRetry.baseMs);
    await target.received(2);
    await core.deliveries.cancel({ id: delivery.id });
    await core.deliveries.undoCancel({ id: delivery.id });
    second.resolve();
    await followed.until(() => {
      const now = followed.deliveries.get(delivery.id);
      return now?.state === 'waiting' && now.attempts === 2;
    });
    clock.advance(2 * steadyRetry.baseMs);
    await followed.state(delivery.id, 'delivered');
  });
});
