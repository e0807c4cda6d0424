/** A webhook that hangs or refuses connections delays only itself. Nothing here depends on time. */

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Core } from '#main/app.ts';
import { specificationRules } from '#main/kit/http-client/attempt-result.ts';
import { realSocketTime } from '#main/kit/http-client/socket-time.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { storedDeliveries } from '#test/support/followed.ts';
import { post, send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { hang, reply, when } from '#test/support/target-responses.ts';
import { deadUrl, startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** More than a webhook has in flight and queued. */
const count = 300;

async function sendMany(core: Core): Promise<void> {
  const batch = Array.from({ length: count }, (_, n) => track({ messageId: `m-${n}` }));
  expect((await post(core, '/v1/batch', { batch })).status).toBe(200);
}

/** Stored attempts with an outcome, of all deliveries. */
const outcomes = (core: Core): readonly string[] =>
  storedDeliveries(core).flatMap(({ id }) =>
    core.deliveries.get({ id }).attemptList.map(({ result }) => result.outcome),
  );

/** A webhook that hangs does so until it closes, at the end of the test. */
function disableTimeouts(): void {
  const { after } = realSocketTime;
  const spy = vi
    .spyOn(realSocketTime, 'after')
    .mockImplementation((delayMs, run) =>
      delayMs < specificationRules.timeLimitMs ? after(delayMs, run) : () => undefined,
    );
  onTestFinished(() => void spy.mockRestore());
}

describe('while one webhook hangs, all deliveries of a healthy one complete', () => {
  it('of another destination', async () => {
    disableTimeouts();
    const { core, followed } = await startCore();
    const [healthy, hanging] = [await startTarget(), await startTarget()];
    hanging.always(hang);
    await connect(core, { urls: [hanging.url], retry: steadyRetry });
    await connect(core, { urls: [healthy.url] });
    await sendMany(core);
    await healthy.received(count);
    expect(followed.retrying()).toBe(0);
  });

  for (const fanOut of ['any', 'each'] as const)
    it(`of the same destination, fan-out ${fanOut}`, async () => {
      disableTimeouts();
      const { core } = await startCore();
      const [healthy, hanging] = [await startTarget(), await startTarget()];
      hanging.always(hang);
      const urls = [hanging.url, healthy.url];
      await connect(core, { urls, fanOut, retry: steadyRetry });
      await sendMany(core);
      await healthy.received(count);
      expect(outcomes(core)).not.toContain('failed');
    });
});

describe('while one webhook refuses connections, all deliveries of a healthy one complete', () => {
  for (const fanOut of ['any', 'each'] as const)
    it(`with each message once, fan-out ${fanOut}`, async () => {
      const { core, followed } = await startCore({ clock: new FakeClock() });
      const healthy = await startTarget();
      const urls = [await deadUrl(), healthy.url];
      await connect(core, { urls, fanOut, retry: steadyRetry });
      await sendMany(core);
      await healthy.received(count);
      const state = fanOut === 'any' ? 'delivered' : 'waiting';
      await followed.ledger((ledger) => ledger[state] === count);
      expect(healthy.requests).toHaveLength(count);
    });
});

describe('with fan-out to each URL, a delivery beyond the queue of a webhook', () => {
  async function crowded() {
    const clock = new FakeClock();
    const dataFolder = temporaryFolder();
    const started = await startCore({ clock, dataFolder });
    const [quick, slow] = [await startTarget(), await startTarget()];
    const released = Promise.withResolvers<void>();
    slow.always(when(released.promise, reply(200)));
    await started.core.settings.update({ webhookConcurrency: 2 });
    const urls = [slow.url, quick.url];
    const destination = await connect(started.core, { urls, fanOut: 'each', retry: steadyRetry });
    return { ...started, clock, quick, slow, destination, release: released.resolve };
  }

  it('waits, is not sent twice, and is sent once there is a free slot', async () => {
    const { core, followed, quick, slow, release } = await crowded();
    await sendMany(core);
    await quick.received(count);
    expect(slow.requests).toHaveLength(2);
    release();
    await followed.ledger(({ delivered }) => delivered === count);
    expect([quick.requests.length, slow.requests.length]).toEqual([count, count]);
  });

  it('does not delay the retry of another webhook', async () => {
    const { clock, core, followed, quick, slow, release } = await crowded();
    quick.respond(...Array.from({ length: count }, () => reply(500)));
    await sendMany(core);
    await quick.received(count);
    const areAll = (is: (delivery: DeliverySummary) => boolean) => () =>
      [...followed.deliveries.values()].filter(is).length === count;
    await followed.until(areAll(({ attempts }) => attempts > 0));
    clock.advance(steadyRetry.baseMs);
    // Those four are in flight or next at the slow one, and continue after its response.
    await quick.received(2 * count - 4);
    release();
    // One that is still being sent would get its retry only after the clock was advanced.
    const isPlanned = ({ nextAttemptAt }: DeliverySummary) => (nextAttemptAt ?? 0) > clock.now();
    await followed.until(
      areAll((delivery) => delivery.state === 'delivered' || isPlanned(delivery)),
    );
    clock.advance(steadyRetry.baseMs);
    await followed.ledger(({ delivered }) => delivered === count);
    expect([quick.requests.length, slow.requests.length]).toEqual([2 * count, count]);
  });

  it('continues after its destination was disabled', async () => {
    const { core, followed, quick, slow, destination, release } = await crowded();
    await sendMany(core);
    await quick.received(count);
    await core.destinations.update({ id: destination.id, enabled: false });
    await followed.ledger(({ paused }) => paused >= count - 2);
    release();
    await core.destinations.update({ id: destination.id, enabled: true });
    await followed.ledger(({ delivered }) => delivered === count);
    expect(slow.requests).toHaveLength(count);
  });

  it('is delivered when the webhook it waits for is removed', async () => {
    const { core, followed, quick, slow, destination, release } = await crowded();
    await sendMany(core);
    await quick.received(count);
    await core.destinations.update({
      id: destination.id,
      webhooks: [{ url: quick.url, headers: {} }],
    });
    release();
    await followed.ledger(({ delivered }) => delivered === count);
    expect(slow.requests).toHaveLength(2);
  });

  it('is kept across a restart', async () => {
    const { clock, core, quick, release, slow, dataFolder, stop } = await crowded();
    await sendMany(core);
    await quick.received(count);
    release();
    await stop();
    expect(slow.requests.length).toBeLessThan(count);
    const { followed } = await startCore({ clock, dataFolder });
    await followed.ledger(({ delivered }) => delivered === count);
    expect(slow.requests).toHaveLength(count);
  });

  it('does not keep a new one from another webhook after a restart', async () => {
    const { clock, core, dataFolder, quick, slow, release, stop } = await crowded();
    await sendMany(core);
    await quick.received(count);
    const stopped = stop();
    release();
    await stopped;
    const released = Promise.withResolvers<void>();
    slow.always(when(released.promise, reply(200)));
    const second = await startCore({ clock, dataFolder });
    await slow.received(4);
    await send(second.core, track({ messageId: 'new' }));
    await quick.received(count + 1);
    released.resolve();
    await second.followed.ledger(({ delivered }) => delivered === count + 1);
  });
});

describe('the number of requests in flight to a webhook', () => {
  it('follows a change of the setting immediately', async () => {
    const { core, followed } = await startCore();
    const target = await startTarget();
    const gates = Array.from({ length: 20 }, () => Promise.withResolvers<void>());
    target.respond(...gates.map(({ promise }) => when(promise, reply(200))));
    await core.settings.update({ webhookConcurrency: 3 });
    await connect(core, { urls: [target.url] });
    for (let n = 0; n < 20; n += 1) await send(core, track());
    await target.received(3);
    expect(target.requests).toHaveLength(3);
    await core.settings.update({ webhookConcurrency: 8 });
    await target.received(8);
    await core.settings.update({ webhookConcurrency: 1 });
    for (const { resolve } of gates.slice(0, 7)) resolve();
    await followed.ledger(({ delivered }) => delivered === 7);
    expect(target.requests).toHaveLength(8);
    for (const { resolve } of gates) resolve();
    await followed.ledger(({ delivered }) => delivered === 20);
  });
});
