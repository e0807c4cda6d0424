/** Deletion requests: one notice per user and affected source (spec 6; D17, D39). */
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { DeletionUserQuery, NewDeletion } from '#shared/audiences/deletion.ts';
import { NewSource } from '#shared/connections/source.ts';
import { connect, steadyRetry, theSource } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import type { Followed } from '#test/support/followed.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { killedFolder, temporaryFolder } from '#test/support/temporary-folder.ts';

const request = (core: Core, userIds: readonly string[], more: object = {}) =>
  core.deletions.create(NewDeletion.parse({ userIds, ...more }));

const usersOf = (core: Core, id: string) =>
  core.deletions.users.list(DeletionUserQuery.parse({ id })).items;

const completed = (core: Core, followed: Followed, id: string) =>
  followed.until(() => core.deletions.get({ id }).state === 'completed');

/** Reads the current ledger; the last one from the feed may be older. */
const finished = (core: Core, followed: Followed) =>
  followed.until(() => core.ledger.get().waiting === 0);

/** Two sources and two destinations, each connected to both; the second one is disabled. */
async function twoByTwo() {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const web = await theSource(core);
  const mobile = await core.sources.create(NewSource.parse({ name: 'Mobile' }));
  const [on, off] = [await startTarget(), await startTarget()];
  const sourceIds = [web.id, mobile.id];
  const enabled = await connect(core, {
    sourceIds,
    urls: [on.url],
    payloadShape: 'full',
    sharedSecret: 's',
  });
  const disabled = await connect(core, { sourceIds, urls: [off.url], enabled: false });
  return { clock, core, followed, web, mobile, on, off, enabled, disabled };
}

describe('a deletion request', () => {
  it('sends four notices for two users, two sources and two destinations, one of them disabled', async () => {
    const { core, followed, web, mobile, on, off } = await twoByTwo();
    const { id } = await request(core, ['u1', 'u2', 'u1']);
    await completed(core, followed, id);
    await finished(core, followed);
    expect(on.requests.map(({ body }) => body.toString()).sort()).toEqual(
      ['u1', 'u1', 'u2', 'u2'].map(
        (userId) => `{"type":"delete","userId":"${userId}","timestamp":"2026-11-20T08:00:00.000Z"}`,
      ),
    );
    expect(on.requests[0]?.header('x-signature')).toMatch(/^[0-9a-f]{40}$/);
    expect(off.requests).toHaveLength(0);
    const { items } = core.messages.list({ limit: 10 });
    expect(items.map(({ sourceId, userId }) => `${sourceId} ${userId}`).sort()).toEqual(
      [web.id, mobile.id].flatMap((source) => [`${source} u1`, `${source} u2`]).sort(),
    );
    expect(core.deletions.get({ id })).toMatchObject({
      state: 'completed',
      userCount: 2,
      forwardedCount: 2,
      noticesSent: 4,
    });
    expect(usersOf(core, id)).toMatchObject([
      { userId: 'u1', state: 'delivered', notices: 2, deliveries: 2, delivered: 2 },
      { userId: 'u2', state: 'delivered', notices: 2 },
    ]);
  });

  it('has a plan with the notices that would be sent', async () => {
    const { core, web, mobile, on, enabled, disabled } = await twoByTwo();
    const draft = await request(core, ['u2', 'u1'], { draft: true });
    const destinations = [{ destinationId: enabled.id, destinationName: enabled.name }];
    expect(await core.deletions.plan({ id: draft.id })).toEqual({
      userCount: 2,
      sources: [mobile, web].map(({ id, name }) => ({
        sourceId: id,
        sourceName: name,
        destinations,
      })),
      disabledDestinations: [{ destinationId: disabled.id, destinationName: disabled.name }],
      notices: 4,
      deliveryCount: 4,
      waitingCount: 0,
      cancelPending: false,
      bodyText: '{"type":"delete","userId":"u1","timestamp":"2026-11-20T08:00:00.000Z"}',
    });
    expect(on.requests).toHaveLength(0);
    expect(core.ledger.get().accepted).toBe(0);
  });

  it('includes its users from the start', async () => {
    const { core } = await twoByTwo();
    const firstUserCount = (async () => {
      for await (const { changes } of core.changes.follow({}))
        for (const change of changes)
          if (change.kind === 'deletion') return change.deletion.userCount;
      return null;
    })();
    await request(core, ['u1', 'u2'], { draft: true });
    expect(await firstUserCount).toBe(2);
  });

  it('forwards nothing without an enabled destination and marks its users as unaffected', async () => {
    const { core, followed, enabled } = await twoByTwo();
    await core.destinations.update({ id: enabled.id, enabled: false });
    const { id } = await request(core, ['u1']);
    await completed(core, followed, id);
    expect(usersOf(core, id)).toMatchObject([{ state: 'unaffected', notices: 0 }]);
    expect(core.ledger.get().accepted).toBe(0);
  });

  it('retries its notices like any delivery; each is pending, then failed', async () => {
    const { clock, core, followed, on, enabled } = await twoByTwo();
    await core.destinations.update({ id: enabled.id, retry: { ...steadyRetry, windowMs: 15_000 } });
    on.always(reply(500));
    const { id } = await request(core, ['u1']);
    await followed.retries(2);
    expect(usersOf(core, id)).toMatchObject([
      { state: 'in_progress', deliveries: 2, delivered: 0 },
    ]);
    clock.advance(10_000);
    await followed.ledger(({ gave_up }) => gave_up === 2);
    expect(usersOf(core, id)).toMatchObject([{ state: 'failed' }]);
  });

  it('continues after a restart with the remaining users, each once', async () => {
    const dataFolder = temporaryFolder();
    const target = await startTarget();
    const first = await openCore({ dataFolder });
    await connect(first.core, { urls: [target.url] });
    const userIds = Array.from({ length: 1_000 }, (_, index) => `u${index}`);
    const { id } = await request(first.core, userIds);
    await first.stop();
    const { core, followed } = await startCore({ dataFolder });
    await completed(core, followed, id);
    await finished(core, followed);
    expect(core.ledger.get()).toMatchObject({ accepted: 1_000, duplicates: 0, delivered: 1_000 });
    const arrived = target.requests.map(({ body }) => JSON.parse(body.toString()).userId);
    expect(new Set(arrived).size).toBe(1_000);
    expect(arrived).toHaveLength(1_000);
  });

  it('takes users from an import only while it is a draft', async () => {
    const { core } = await twoByTwo();
    const { id } = await request(core, ['u1'], { draft: true });
    const target = { kind: 'deletion', id } as const;
    const started = await core.imports.create({ target, format: 'csv', mode: 'add' });
    const reported = await core.imports.append({ id: started.id, text: 'u1\nu2\n', last: true });
    expect(reported).toMatchObject({ added: 1, unchanged: 1 });
    await expect(
      core.imports.create({ target, format: 'csv', mode: 'replace' }),
    ).rejects.toMatchObject({ issues: [{ path: ['mode'] }] });
    expect(await core.deletions.start({ id })).toMatchObject({ userCount: 2 });
    await expect(core.imports.create({ target, format: 'csv', mode: 'add' })).rejects.toThrow(
      'already started',
    );
    await expect(core.deletions.remove({ id })).rejects.toThrow('was started');
  });
});

describe('waiting deliveries of a deleted user', () => {
  /** A delivery waiting for its second attempt, and one of another user. */
  async function waiting(cancelPendingOnDeletion: boolean) {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    await core.settings.update({ cancelPendingOnDeletion });
    const target = await startTarget();
    target.always(reply(500));
    await connect(core, { urls: [target.url], retry: steadyRetry });
    const { delivery } = await send(core, track({ userId: 'gone' }));
    const { delivery: other } = await send(core, track({ userId: 'stays' }));
    await followed.retries(2);
    target.always(reply(200));
    return { clock, core, followed, target, delivery, other };
  }

  /** A delivery whose first attempt is in flight, and fails on command. */
  async function inFlight(core: Core) {
    await core.settings.update({ cancelPendingOnDeletion: true });
    const target = await startTarget();
    const released = Promise.withResolvers<void>();
    target.respond(when(released.promise, reply(500)));
    await connect(core, { urls: [target.url], retry: steadyRetry });
    const { delivery } = await send(core, track({ userId: 'gone' }));
    await target.received(1);
    return { target, delivery, fail: released.resolve };
  }

  it('are sent after the notice by default and refer to the deletion request', async () => {
    const { clock, core, followed, target, delivery, other } = await waiting(false);
    clock.advance(1);
    const { id } = await request(core, ['gone']);
    await completed(core, followed, id);
    await followed.ledger(({ delivered }) => delivered === 1);
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
      state: 'waiting',
      deletion: { id, startedAt: clock.now(), cancelled: false },
    });
    expect(core.deliveries.get({ id: other.id }).deletion).toBeNull();
    clock.advance(10_000);
    await followed.ledger(({ delivered }) => delivered === 3);
    const types = target.requests.slice(2).map(({ body }) => JSON.parse(body.toString()).type);
    expect(types).toEqual(['delete', 'track', 'track']);
    expect(core.deletions.get({ id })).toMatchObject({ cancelPending: false, cancelledCount: 0 });
  });

  it('are cancelled if the setting is on, unlike those of other users', async () => {
    const { clock, core, followed, delivery, other } = await waiting(true);
    const draft = await request(core, ['gone'], { draft: true });
    expect(await core.deletions.plan({ id: draft.id })).toMatchObject({
      waitingCount: 1,
      cancelPending: true,
    });
    await core.deletions.start({ id: draft.id });
    await completed(core, followed, draft.id);
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
      state: 'cancelled',
      deletion: { id: draft.id, cancelled: true },
    });
    expect(core.deletions.get({ id: draft.id })).toMatchObject({
      cancelPending: true,
      cancelledCount: 1,
    });
    expect(usersOf(core, draft.id)).toMatchObject([{ userId: 'gone', cancelled: 1 }]);
    clock.advance(10_000);
    await followed.state(other.id, 'delivered');
    expect(core.deliveries.get({ id: delivery.id }).attempts).toBe(1);
  });

  it('are also cancelled by a later request and refer to it', async () => {
    const { clock, core, followed, delivery } = await waiting(false);
    const first = await request(core, ['gone']);
    await completed(core, followed, first.id);
    expect(core.deliveries.get({ id: delivery.id }).deletion).toMatchObject({ id: first.id });
    await core.settings.update({ cancelPendingOnDeletion: true });
    clock.advance(1);
    const { id } = await request(core, ['gone']);
    await completed(core, followed, id);
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
      state: 'cancelled',
      deletion: { id, startedAt: clock.now(), cancelled: true },
    });
  });

  it('do not include the notices of another request', async () => {
    const { clock, core, followed, target, delivery } = await waiting(true);
    target.respond(reply(500));
    const first = await request(core, ['gone']);
    await completed(core, followed, first.id);
    await followed.state(delivery.id, 'cancelled');
    await followed.retries(2);
    const second = await request(core, ['gone']);
    await completed(core, followed, second.id);
    expect(core.deletions.get({ id: second.id })).toMatchObject({ cancelledCount: 0 });
    clock.advance(10_000);
    await followed.ledger(({ delivered }) => delivered === 3);
  });

  it('are not retried if they were in flight', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const { delivery, fail } = await inFlight(core);
    const { id } = await request(core, ['gone']);
    await completed(core, followed, id);
    fail();
    await followed.state(delivery.id, 'cancelled');
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
      attempts: 1,
      lastStatus: 500,
    });
  });

  it('cancelled in flight by the request are not restored by an undo', async () => {
    const { core, followed } = await startCore();
    const { delivery, fail } = await inFlight(core);
    const { id } = await request(core, ['gone']);
    await completed(core, followed, id);
    await expect(core.deliveries.cancel({ id: delivery.id })).rejects.toMatchObject({
      code: 'conflict',
    });
    fail();
    await followed.state(delivery.id, 'cancelled');
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
      canUndoCancel: false,
      deletion: { id, cancelled: true },
    });
    await expect(core.deliveries.undoCancel({ id: delivery.id })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('cancelled in flight by a command are also cancelled by the request', async () => {
    const { core, followed } = await startCore();
    const { delivery, fail } = await inFlight(core);
    await core.deliveries.cancel({ id: delivery.id });
    const { id } = await request(core, ['gone']);
    await completed(core, followed, id);
    fail();
    await followed.state(delivery.id, 'cancelled');
    await expect(core.deliveries.undoCancel({ id: delivery.id })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('cancelled in flight are not sent again after a crash', async () => {
    const dataFolder = temporaryFolder();
    const first = await openCore({ dataFolder });
    const { target, delivery, fail } = await inFlight(first.core);
    const { id } = await request(first.core, ['gone']);
    await completed(first.core, first.followed, id);
    await first.followed.ledger(({ delivered }) => delivered === 1);
    const killed = killedFolder(dataFolder);
    fail();
    await first.stop();

    const second = await startCore({ dataFolder: killed });
    await finished(second.core, second.followed);
    expect(second.core.deliveries.get({ id: delivery.id })).toMatchObject({ state: 'cancelled' });
    const types = target.requests.map(({ body }) => JSON.parse(body.toString()).type);
    expect(types).toEqual(['track', 'delete']);
  });
});
