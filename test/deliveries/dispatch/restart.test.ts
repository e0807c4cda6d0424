/** No accepted message is lost and no delivery forgotten, whenever the process stops (D33). */

import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { storedDeliveries } from '#test/support/followed.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { hang, reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { killedFolder, temporaryFolder } from '#test/support/temporary-folder.ts';

/** The fields of every delivery that a restart must keep. */
const picture = (core: Core) => storedDeliveries(core).map(({ id }) => core.deliveries.get({ id }));

/** A delivery that failed once, and a function that restarts on its data. */
async function waitingForRetry() {
  const dataFolder = temporaryFolder();
  const clock = new FakeClock();
  const target = await startTarget();
  target.respond(reply(500, 'broken'));
  const first = await openCore({ clock, dataFolder });
  await connect(first.core, { urls: [target.url], retry: steadyRetry });
  const { delivery } = await send(first.core, track());
  await first.followed.waitsForRetry(delivery.id);
  return { first, delivery, clock, target, again: () => startCore({ clock, dataFolder }) };
}

describe('after a restart', () => {
  it('a waiting retry is sent at its time, with its history', async () => {
    const { first, delivery, clock, target, again } = await waitingForRetry();
    const before = picture(first.core);
    await first.stop();

    const second = await again();
    expect(picture(second.core)).toEqual(before);
    const nextAttemptAt = before[0]?.nextAttemptAt ?? 0;
    await clock.scheduled(nextAttemptAt);
    clock.advanceTo(nextAttemptAt);
    await second.followed.state(delivery.id, 'delivered');
    expect(target.requests).toHaveLength(2);
  });

  it('attempts that became due meanwhile are sent immediately', async () => {
    const { first, delivery, clock, again } = await waitingForRetry();
    await first.stop();
    clock.advance(60_000);
    const second = await again();
    await second.followed.state(delivery.id, 'delivered');
    expect(second.core.deliveries.get({ id: delivery.id }).attemptList[1]?.startedAt).toBe(
      clock.now(),
    );
  });

  it('deliveries whose window ended meanwhile give up and are not sent', async () => {
    const { first, delivery, clock, target, again } = await waitingForRetry();
    await first.stop();
    clock.advance(steadyRetry.windowMs + 1);
    const second = await again();
    await second.followed.state(delivery.id, 'gave_up');
    expect(target.requests).toHaveLength(1);
  });

  it('a webhook with a full queue is due immediately, even if another one is planned', async () => {
    const dataFolder = temporaryFolder();
    const clock = new FakeClock();
    const [failing, slow] = [await startTarget(), await startTarget()];
    const released = Promise.withResolvers<void>();
    failing.always(reply(500));
    slow.always(when(released.promise, reply(200)));
    const first = await openCore({ clock, dataFolder });
    await first.core.settings.update({ webhookConcurrency: 1 });
    await connect(first.core, {
      urls: [failing.url, slow.url],
      fanOut: 'each',
      retry: steadyRetry,
    });
    for (let count = 0; count < 4; count += 1) await send(first.core, track());
    const { followed, core } = first;
    const waits = await followed.until(() =>
      [...followed.deliveries.keys()]
        .map((id) => core.deliveries.get({ id }))
        .find(
          ({ state, sending, webhooks }) =>
            state === 'waiting' &&
            !sending &&
            webhooks.some(
              ({ attempts, nextAttemptAt }) => attempts === 0 && nextAttemptAt === null,
            ),
        ),
    );
    expect(waits.nextAttemptAt).toBe(clock.now() + steadyRetry.baseMs);
    const killed = killedFolder(dataFolder);
    released.resolve();
    await first.stop();

    const before = slow.requests.length;
    const second = await startCore({ clock, dataFolder: killed });
    await second.followed.until(() =>
      second.core.deliveries
        .get({ id: waits.id })
        .webhooks.some(({ url, state }) => url === slow.url && state === 'delivered'),
    );
    expect(slow.requests.length).toBeGreaterThan(before);
    expect(clock.now()).toBeLessThan(waits.nextAttemptAt ?? 0);
  });

  it('the configuration is complete, including secrets and certificate authorities', async () => {
    const dataFolder = temporaryFolder();
    const first = await openCore({ dataFolder });
    await connect(first.core, {
      sharedSecret: 'sekrét',
      webhooks: [{ url: 'http://127.0.0.1:9/x', headers: { 'X-A': '1' } }],
      trackFilter: { mode: 'allow', events: ['E'] },
      payloadShape: 'full',
      fanOut: 'each',
      retry: steadyRetry,
    });
    const lists = async ({ core }: { readonly core: Core }) => [
      core.sources.list(),
      core.destinations.list(),
      await core.configuration.get({ secrets: true }),
    ];
    const before = await lists(first);
    await first.stop();
    expect(await lists(await startCore({ dataFolder }))).toEqual(before);
  });
});

describe('stopping', () => {
  it('waits for a pending response, and stores it', async () => {
    const dataFolder = temporaryFolder();
    const target = await startTarget();
    const released = Promise.withResolvers<void>();
    target.respond(when(released.promise, reply(200)));
    const first = await openCore({ dataFolder });
    await connect(first.core, { urls: [target.url] });
    const { delivery } = await send(first.core, track());
    await target.received(1);
    const stopping = first.stop();
    released.resolve();
    await stopping;
    const second = await startCore({ dataFolder });
    expect(second.core.deliveries.get({ id: delivery.id }).state).toBe('delivered');
    expect(target.requests).toHaveLength(1);
  });

  it('leaves queued deliveries for the next start, each sent once', async () => {
    const dataFolder = temporaryFolder();
    const target = await startTarget();
    const released = Promise.withResolvers<void>();
    target.always(when(released.promise, reply(200)));
    const count = 100;
    const first = await openCore({ dataFolder });
    await connect(first.core, { urls: [target.url] });
    await Promise.all(Array.from({ length: count }, () => send(first.core, track())));
    await target.received(64);
    const stopping = first.stop();
    released.resolve();
    await stopping;
    expect(target.requests).toHaveLength(64);
    const second = await startCore({ dataFolder });
    const ledger = await second.followed.ledger(({ delivered }) => delivered === count);
    expect(ledger).toMatchObject({ accepted: count, routed: count, balanced: true });
    expect(target.requests).toHaveLength(count);
  });

  it('waits for a webhook that hangs until its time limit', async () => {
    const dataFolder = temporaryFolder();
    const target = await startTarget();
    target.always(hang);
    const first = await openCore({ dataFolder });
    await connect(first.core, { urls: [target.url], retry: steadyRetry });
    const { delivery } = await send(first.core, track());
    await target.received(1);
    const stopped = first.stop();
    first.socketTime.pass(5_000);
    await stopped;
    const second = await startCore({ dataFolder });
    expect(second.core.deliveries.get({ id: delivery.id })).toMatchObject({
      state: 'waiting',
      lastCode: 'timeout',
    });
  });
});
