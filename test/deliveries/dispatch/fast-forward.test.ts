/** Fast-forwards from attempt to attempt until the selected deliveries are finished. */
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import type { FastForwardProgress, FastForwardRequest } from '#shared/clock/clock.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock, startOfTests } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

const hourMs = 3_600_000;

async function finishAll(core: Core, request: FastForwardRequest, signal?: AbortSignal) {
  const reported: FastForwardProgress[] = [];
  for await (const progress of core.clock.fastForwardUntilFinished(request, signal))
    reported.push(progress);
  return reported;
}

/** A core with a destination whose target returns 503, and deliveries waiting for their retry. */
async function retrying(count = 1, retry = steadyRetry) {
  const machine = new FakeClock();
  const started = await startCore({ clock: machine });
  const { core, followed } = started;
  const target = await startTarget();
  target.always(reply(503));
  const destination = await connect(core, { urls: [target.url], retry });
  for (let sent = 0; sent < count; sent += 1) await send(core, track());
  const { items } = await core.deliveries.list({ limit: 500 });
  for (const { id } of items) await followed.waitsForRetry(id);
  return { machine, started, core, target, destination, ids: items.map(({ id }) => id) };
}

describe('a delivery', () => {
  it('runs through its whole backoff, and reports progress after every step', async () => {
    const { machine, core, target, ids } = await retrying();
    const [deliveryId = 0] = ids;
    const reported = await finishAll(core, { deliveryId });
    const { state, attemptList } = core.deliveries.get({ id: deliveryId });
    expect(state).toBe('gave_up');
    expect(target.requests).toHaveLength(attemptList.length);
    // One attempt per step, each exactly at its planned time.
    expect(reported.map(({ steps }) => steps)).toEqual(attemptList.map((_, index) => index));
    expect(reported.map(({ now }) => now)).toEqual(attemptList.map(({ startedAt }) => startedAt));
    expect(reported.map(({ open }) => open)).toEqual([...attemptList.slice(1).map(() => 1), 0]);
    expect(new Set(reported.map(({ total }) => total))).toEqual(new Set([1]));
    expect(reported.map(({ ended }) => ended?.gave_up ?? null)).toEqual([
      ...attemptList.slice(1).map(() => null),
      1,
    ]);
    expect(core.clock.get()).toMatchObject({ mode: 'fast', speed: 1, nextAttemptAt: null });
    expect(core.clock.get().aheadMs).toBeGreaterThan(3 * hourMs);
    expect(machine.now()).toBe(startOfTests);
  });

  it('stops at the successful attempt, paused or not', async () => {
    const { core, target, ids } = await retrying();
    target.respond(reply(500), reply(500), reply(200));
    await core.clock.set({ mode: 'paused', speed: 1 });
    const reported = await finishAll(core, { deliveryId: ids[0] });
    expect(reported.at(-1)).toMatchObject({ open: 0, steps: 3, now: startOfTests + 70_000 });
    expect(core.clock.get().mode).toBe('paused');
  });

  it('reports every second while waiting for a response, with the time left', async () => {
    const { machine, core, target, ids } = await retrying();
    const released = Promise.withResolvers<void>();
    target.respond(when(released.promise, reply(503)));
    const finishing = core.clock.fastForwardUntilFinished({ deliveryId: ids[0] });
    expect((await finishing.next()).value).toMatchObject({ steps: 0, elapsedMs: 0 });
    const next = finishing.next();
    await target.received(2);
    machine.advance(1_000);
    // The attempt has no response yet, and the report does not wait for it.
    expect((await next).value).toMatchObject({ open: 1, steps: 1, elapsedMs: 1_000, ended: null });
    released.resolve();
    const { value } = await finishing.next();
    expect(value?.remainingMs).toBeGreaterThan(1_000);
    target.always(reply(200));
    for await (const { open, remainingMs } of finishing)
      if (open === 0) expect(remainingMs).toBe(0);
  });

  it('is not delayed by others to the same destination that hang', async () => {
    const { core, target, ids } = await retrying();
    const [deliveryId = 0] = ids;
    const released = Promise.withResolvers<void>();
    target.respond(when(released.promise, reply(200)));
    await send(core, track());
    await target.received(2);
    expect((await finishAll(core, { deliveryId })).at(-1)).toMatchObject({ open: 0, total: 1 });
    expect(core.deliveries.get({ id: deliveryId }).state).toBe('gave_up');
    expect(core.ledger.get()).toMatchObject({ gave_up: 1, delivered: 0 });
    released.resolve();
  });

  it('is unchanged when finished, and rejected when unknown', async () => {
    const { core, target, ids } = await retrying();
    target.always(reply(200));
    await finishAll(core, { deliveryId: ids[0] });
    expect(await finishAll(core, { deliveryId: ids[0] })).toMatchObject([
      { open: 0, total: 0, steps: 0 },
    ]);
    expect(() => core.clock.fastForwardUntilFinished({ deliveryId: 999 })).toThrow(
      'Delivery not found.',
    );
  });
});

describe('fast-forwarding a destination', () => {
  it('finishes it, and others only as far as that requires', async () => {
    const short = { ...steadyRetry, windowMs: hourMs };
    const { started, core, destination, ids } = await retrying(3, short);
    const other = await startTarget();
    other.always(reply(503));
    await connect(core, { urls: [other.url], retry: steadyRetry });
    await send(core, track());
    await started.followed.retries(5);
    const reported = await finishAll(core, { destinationId: destination.id });
    expect(reported[0]).toMatchObject({ open: 4, total: 4 });
    const ended = { delivered: 0, refused: 0, gave_up: 4, blocked: 0, cancelled: 0 };
    expect(reported.at(-1)).toMatchObject({ open: 0, total: 4, ended });
    for (const id of ids) expect(core.deliveries.get({ id }).state).toBe('gave_up');
    expect(core.ledger.get()).toMatchObject({ gave_up: 4, waiting: 1 });
  });

  it('reports the deliveries that finished, ignoring messages accepted meanwhile', async () => {
    const { core, target, destination } = await retrying(2, { ...steadyRetry, windowMs: hourMs });
    const finishing = core.clock.fastForwardUntilFinished({ destinationId: destination.id });
    await finishing.next();
    target.always(reply(200));
    for (let sent = 0; sent < 3; sent += 1) await send(core, track());
    const reported: FastForwardProgress[] = [];
    for await (const progress of finishing) reported.push(progress);
    expect(core.ledger.get()).toMatchObject({ delivered: 5 });
    const ended = { delivered: 2, refused: 0, gave_up: 0, blocked: 0, cancelled: 0 };
    expect(reported.at(-1)).toMatchObject({ open: 0, total: 2, ended });
  });

  it('is not delayed by another destination whose webhook hangs', async () => {
    const { started, core, destination, ids } = await retrying();
    const hanging = await startTarget();
    const released = Promise.withResolvers<void>();
    hanging.always(when(released.promise, reply(200)));
    const other = await connect(core, { urls: [hanging.url], retry: steadyRetry });
    // More than its webhook sends at a time, so that some are always due and queued.
    await core.settings.update({ webhookConcurrency: 1 });
    await send(core, track());
    await send(core, track());
    await hanging.received(1);
    await started.followed.until(() =>
      [...started.followed.deliveries.values()].some(({ sending }) => sending),
    );
    const reported = await finishAll(core, { destinationId: destination.id });
    expect(reported.at(-1)).toMatchObject({ open: 0, total: 3 });
    expect(core.deliveries.get({ id: ids[0] ?? 0 }).state).toBe('gave_up');
    expect(core.ledger.get()).toMatchObject({ waiting: 2 });
    released.resolve();
    expect((await finishAll(core, { destinationId: other.id })).at(-1)).toMatchObject({ open: 0 });
    expect(core.ledger.get()).toMatchObject({ delivered: 2, gave_up: 3 });
  });

  it('is rejected for an unknown destination', async () => {
    const { core } = await startCore();
    expect(() => core.clock.fastForwardUntilFinished({ destinationId: 'dst_0' })).toThrow(
      'Destination not found.',
    );
  });

  it('does not wait for a disabled one', async () => {
    const { core, destination } = await retrying();
    await core.destinations.update({ id: destination.id, enabled: false });
    expect((await finishAll(core, {})).at(-1)).toMatchObject({ open: 0, steps: 0 });
  });
});

describe('fast-forwarding everything', () => {
  it('finishes any number of deliveries', async () => {
    const { core, target } = await retrying(20);
    target.always(reply(200));
    const ended = { delivered: 20, gave_up: 0, blocked: 0, cancelled: 0 };
    expect((await finishAll(core, {})).at(-1)).toMatchObject({ open: 0, total: 20, ended });
    expect(core.ledger.get()).toMatchObject({ delivered: 20, waiting: 0, balanced: true });
  });

  it('stops on request, and continues from there the next time', async () => {
    const { core, ids } = await retrying(2);
    const stopping = new AbortController();
    const reported: FastForwardProgress[] = [];
    for await (const progress of core.clock.fastForwardUntilFinished({}, stopping.signal)) {
      reported.push(progress);
      if (progress.steps === 3) stopping.abort();
    }
    expect(reported.at(-1)).toMatchObject({ open: 2, steps: 3, now: startOfTests + 70_000 });
    expect(core.clock.get().now).toBe(startOfTests + 70_000);
    for (const id of ids) expect(core.deliveries.get({ id })).toMatchObject({ attempts: 4 });
    expect((await finishAll(core, {})).at(-1)).toMatchObject({ open: 0, total: 2 });
  });

  it('stops without waiting for a pending response', async () => {
    const { core, target } = await retrying();
    const stopping = new AbortController();
    const released = Promise.withResolvers<void>();
    target.always(async (exchange) => {
      stopping.abort();
      await released.promise;
      await reply(200)(exchange);
    });
    const reported = await finishAll(core, {}, stopping.signal);
    expect(reported.at(-1)).toMatchObject({ open: 1 });
    expect(target.requests).toHaveLength(2);
    released.resolve();
  });
});

describe('playing a fast-forward', () => {
  const speed = 10;

  /**
   * Advances real time in small steps until the fast-forward ends, or `passes` returns false. No time
   * passes while the core works.
   */
  async function play(
    { machine, core }: { readonly machine: FakeClock; readonly core: Core },
    finishing: AsyncGenerator<FastForwardProgress, void, void>,
    passes: (progress: FastForwardProgress) => boolean = () => true,
  ) {
    const reported: FastForwardProgress[] = [];
    let isDone = false;
    let isPassing = true;
    const reading = (async () => {
      for await (const progress of finishing) {
        reported.push(progress);
        isPassing &&= passes(progress);
      }
      isDone = true;
    })();
    while (!isDone) {
      if (isPassing && core.busyParts().length === 0) machine.advance(20);
      await new Promise(setImmediate);
    }
    await reading;
    return reported;
  }

  it('takes the virtual time divided by the speed, and makes each attempt at its time', async () => {
    const short = { ...steadyRetry, windowMs: 120_000 };
    const { machine, core, ids } = await retrying(1, short);
    const [deliveryId = 0] = ids;
    const scheduled = core.deliveries.get({ id: deliveryId }).nextAttemptAt;
    const finishing = core.clock.fastForwardUntilFinished({ deliveryId, speed });
    const reported = await play({ machine, core }, finishing);
    const { state, attemptList } = core.deliveries.get({ id: deliveryId });
    expect(state).toBe('gave_up');
    expect(attemptList[1]?.startedAt).toBe(scheduled);
    const virtualMs = (attemptList.at(-1)?.startedAt ?? 0) - startOfTests;
    expect(virtualMs).toBeGreaterThan(60_000);
    expect(machine.now() - startOfTests).toBeGreaterThanOrEqual(virtualMs / speed);
    // The schedule is known: the estimate is there from the start.
    const estimates = reported.map(({ remainingMs }) => remainingMs ?? Number.NaN);
    expect(estimates[0]).toBeGreaterThan(60_000 / speed);
    expect(estimates.at(-1)).toBe(0);
    expect(reported.length).toBeGreaterThan(attemptList.length);
  });

  it('can be slowed, and skips to the end at any time', async () => {
    const { machine, core } = await retrying(2);
    const finishing = core.clock.fastForwardUntilFinished({ speed });
    const reported = await play({ machine, core }, finishing, ({ elapsedMs, steps }) => {
      if (steps === 0 && elapsedMs > 0) core.clock.setFastForwardSpeed({ speed: 2 });
      if (steps < 1) return true;
      core.clock.setFastForwardSpeed({ speed: null });
      // Real time stands still from here.
      return false;
    });
    expect(reported.at(-1)).toMatchObject({ open: 0, ended: { gave_up: 2 } });
    expect(core.clock.get()).toMatchObject({ mode: 'fast', speed: 1, rate: 1 });
  });

  it('stops between two attempts, and the clock stays there', async () => {
    const { machine, core } = await retrying(1, {
      ...steadyRetry,
      baseMs: 600_000,
      capMs: 600_000,
    });
    const stopping = new AbortController();
    const finishing = core.clock.fastForwardUntilFinished({ speed }, stopping.signal);
    const reported = await play({ machine, core }, finishing, ({ now }) => {
      if (now - startOfTests >= 10_000) stopping.abort();
      return true;
    });
    expect(reported.at(-1)).toMatchObject({ open: 1, steps: 0 });
    const { now, rate } = core.clock.get();
    expect(rate).toBe(1);
    expect(now - startOfTests).toBeGreaterThanOrEqual(10_000);
    expect(now - startOfTests).toBeLessThan(600_000);
  });
});
