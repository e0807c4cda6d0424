/** Syncs of audiences and computed traits (spec 6; D36 to D38). */
import { describe, expect, it } from 'vitest';
import type { Destination } from '#shared/connections/destination.ts';
import {
  completed,
  makeAudience,
  makeTrait,
  startSync,
  syncedTexts,
} from '#test/support/audiences.ts';
import { connect, theSource } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

/** An audience with a receiver, on a stopped clock. */
async function setUp(settings: object = {}, more: object = {}) {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const target = await startTarget();
  const destination = await connect(core, { urls: [target.url], ...settings });
  const audience = await makeAudience(core, more);
  const { id, key } = audience;
  const sync = async () => completed(core, followed, (await startSync(core, id)).id);
  return { clock, core, followed, target, destination, id, key, sync };
}

describe('a sync of an audience', () => {
  it('sends true for every member at first, byte for byte as an identify message', async () => {
    const { core, target, id, sync } = await setUp({ sharedSecret: 's3cret' });
    await core.audiences.members.add({ id, userIds: ['u1'] });
    expect(await sync()).toMatchObject({ number: 1, additions: 1, additionsSent: 1 });
    expect(target.requests[0]?.body.toString()).toBe(
      `{"version":1,"type":"identify","userId":"u1","traits":{"big_spenders":true},"timestamp":"2026-11-20T08:00:00.000Z","context":{"personas":{"computation_class":"audience","computation_key":"big_spenders","computation_id":"${id}","namespace":"spa_hookwright","space_id":"spa_hookwright"}}}`,
    );
    expect(target.requests[0]?.header('x-signature')).toMatch(/^[0-9a-f]{40}$/);
  });

  it('then sends only members who joined or left', async () => {
    const { core, target, id, key, sync } = await setUp();
    await core.audiences.members.add({ id, userIds: ['a', 'b', 'c'] });
    await sync();
    expect(syncedTexts(target, key)).toEqual(['a true', 'b true', 'c true']);
    await core.audiences.members.remove({ id, userIds: ['b'] });
    await core.audiences.members.add({ id, userIds: ['d'] });
    expect(await sync()).toMatchObject({ additionsSent: 1, removalsSent: 1, userCount: 3 });
    expect(syncedTexts(target, key, 3)).toEqual(['b false', 'd true']);
    expect(await sync()).toMatchObject({ number: 3, additions: 0, removals: 0 });
    expect(target.requests).toHaveLength(5);
  });

  it('sends nothing for users who joined and left, or left and rejoined, in between', async () => {
    const { core, target, id, sync } = await setUp();
    await core.audiences.members.add({ id, userIds: ['a'] });
    await sync();
    await core.audiences.members.remove({ id, userIds: ['a'] });
    await core.audiences.members.add({ id, userIds: ['a', 'b'] });
    await core.audiences.members.remove({ id, userIds: ['b'] });
    expect(await sync()).toMatchObject({ additions: 0, removals: 0 });
    expect(target.requests).toHaveLength(1);
  });

  it('is planned with its counts, destinations and first body, and sends nothing', async () => {
    const { core, target, destination, id } = await setUp();
    await core.audiences.members.add({ id, userIds: ['b', 'a'] });
    const plan = core.syncs.plan({ computationId: id });
    expect(plan).toMatchObject({
      userCount: 2,
      additions: 2,
      removals: 0,
      problem: null,
      destinations: [{ destinationId: destination.id, notSent: null }],
      first: { userId: 'a' },
    });
    const { id: syncId } = await startSync(core, id);
    const request = await target.received(1);
    expect(plan.first?.deliveries[0]?.bodyText).toBe(request.body.toString());
    expect(core.syncs.get({ id: syncId }).number).toBe(1);
  });

  it('leaves edits during the sync to the next one', async () => {
    const { clock, core, followed, target, id, key, sync } = await setUp();
    await core.audiences.members.add({ id, userIds: ['a', 'b', 'c'] });
    const { id: syncId } = await startSync(core, id, 1);
    await clock.scheduled(clock.now() + 1_000);
    // Sent, not sent yet, and new.
    await core.audiences.members.remove({ id, userIds: ['a', 'b'] });
    await core.audiences.members.add({ id, userIds: ['d'] });
    clock.advance(1_000);
    await clock.scheduled(clock.now() + 1_000);
    clock.advance(1_000);
    await completed(core, followed, syncId);
    expect(syncedTexts(target, key)).toEqual(['a true', 'b true', 'c true']);
    await sync();
    expect(syncedTexts(target, key, 3)).toEqual(['a false', 'b false', 'd true']);
  });

  it('keeps to its rate', async () => {
    const { clock, core, target, id } = await setUp();
    await core.audiences.members.add({ id, userIds: ['a', 'b', 'c', 'd', 'e'] });
    const { id: syncId } = await startSync(core, id, 2);
    await clock.scheduled(clock.now() + 500);
    expect(core.syncs.get({ id: syncId })).toMatchObject({ additionsSent: 1, state: 'running' });
    clock.advance(1_000);
    await clock.scheduled(clock.now() + 500);
    expect(core.syncs.get({ id: syncId }).additionsSent).toBe(3);
    await target.received(3);
  });

  it('is sent only to the destinations that its integrations allow', async () => {
    const { core, target, id, sync } = await setUp({}, { integrations: { All: false } });
    await core.audiences.members.add({ id, userIds: ['a'] });
    expect(core.syncs.plan({ computationId: id }).destinations).toMatchObject([
      { notSent: 'excluded' },
    ]);
    await core.audiences.update({ id, integrations: { All: false, Webhooks: true } });
    await connect(core, { profile: 'github' });
    await sync();
    expect(core.ledger.get()).toMatchObject({ accepted: 1, delivered: 1, not_sent: 0 });
    expect(target.requests).toHaveLength(1);
  });

  it('is labeled as a sync in Deliveries', async () => {
    const { core, id, sync } = await setUp();
    await core.audiences.members.add({ id, userIds: ['a'] });
    const { id: syncId } = await sync();
    expect(core.deliveries.get({ id: 1 })).toMatchObject({
      type: 'identify',
      label: 'a · big_spenders: true',
      message: { origin: { kind: 'sync', id: String(syncId) } },
      sync: { computationId: id, number: 1 },
      request: null,
    });
  });
});

describe('a cancelled sync', () => {
  async function cancelled() {
    const set = await setUp({ payloadShape: 'full' });
    const { clock, core, id } = set;
    await core.audiences.members.add({ id, userIds: ['a', 'b', 'c'] });
    const { id: syncId } = await startSync(core, id, 1);
    await clock.scheduled(clock.now() + 1_000);
    const sync = await core.syncs.cancel({ id: syncId });
    expect(sync).toMatchObject({ state: 'cancelled', resumable: true, additionsSent: 1 });
    return { ...set, syncId };
  }

  it('sends the rest when resumed, no user twice', async () => {
    const { clock, core, followed, target, key, syncId } = await cancelled();
    clock.advance(60_000);
    expect(target.requests.length).toBeLessThanOrEqual(1);
    await core.syncs.resume({ id: syncId });
    for (let second = 0; second < 2; second += 1) {
      await Promise.race([clock.scheduled(clock.now() + 1_000), completed(core, followed, syncId)]);
      clock.advance(1_000);
    }
    await completed(core, followed, syncId);
    expect(syncedTexts(target, key)).toEqual(['a true', 'b true', 'c true']);
  });

  it('sends nothing more, even if a user was due at that moment', async () => {
    const { clock, core, id, syncId } = await cancelled();
    await core.syncs.resume({ id: syncId });
    await clock.scheduled(clock.now() + 1_000);
    clock.advance(1_000);
    await core.syncs.cancel({ id: syncId });
    // Writes in progress are stored once another write is.
    await core.audiences.members.add({ id, userIds: ['z'] });
    expect(core.syncs.get({ id: syncId })).toMatchObject({ state: 'cancelled', additionsSent: 2 });
    expect(core.ledger.get().accepted).toBe(2);
  });

  it('is replaced by the next sync, which sends the rest', async () => {
    const { core, target, key, syncId, sync } = await cancelled();
    expect(await sync()).toMatchObject({ number: 2, additions: 2 });
    expect(syncedTexts(target, key)).toEqual(['a true', 'b true', 'c true']);
    expect(core.syncs.get({ id: syncId }).resumable).toBe(false);
    await expect(core.syncs.resume({ id: syncId })).rejects.toMatchObject({ code: 'job_state' });
  });

  it('cannot be resumed while its audience is deleted', async () => {
    const { core, id, syncId } = await cancelled();
    await core.audiences.remove({ id });
    await expect(core.syncs.resume({ id: syncId })).rejects.toMatchObject({ code: 'job_state' });
    await core.audiences.restore({ id });
    expect(await core.syncs.resume({ id: syncId })).toMatchObject({ state: 'running' });
  });

  it('lets the next sync send false for users who got true and left', async () => {
    const { core, target, id, key, sync } = await cancelled();
    await target.received(1);
    await core.audiences.members.replace({ id, userIds: ['b'] });
    await sync();
    expect(syncedTexts(target, key, 1)).toEqual(['a false', 'b true']);
  });
});

describe('a sync as a job', () => {
  it('is listed, paused and resumed', async () => {
    const { clock, core, followed, target, id, key } = await setUp();
    await core.audiences.members.add({ id, userIds: ['a', 'b', 'c'] });
    const { id: syncId, jobId, number } = await startSync(core, id, 1);
    await clock.scheduled(clock.now() + 1_000);
    expect(core.jobs.list({ limit: 10 }).items).toMatchObject([
      { id: jobId, kind: 'sync', syncId, computationName: 'Big Spenders', number, doneCount: 1 },
    ]);
    await core.jobs.pause({ id: jobId });
    clock.advance(60_000);
    expect(core.syncs.get({ id: syncId })).toMatchObject({ state: 'paused', resumable: true });
    expect(core.ledger.get().accepted).toBe(1);
    await core.jobs.resume({ id: jobId });
    for (let second = 0; second < 2; second += 1) {
      await Promise.race([clock.scheduled(clock.now() + 1_000), completed(core, followed, syncId)]);
      clock.advance(1_000);
    }
    await completed(core, followed, syncId);
    expect(syncedTexts(target, key)).toEqual(['a true', 'b true', 'c true']);
    expect(core.jobs.get({ id: jobId })).toMatchObject({
      state: 'completed',
      doneCount: 3,
      commands: [],
    });
  });

  it('ends when paused and the next one starts, which sends the rest', async () => {
    const { clock, core, followed, target, id, key, sync } = await setUp();
    await core.audiences.members.add({ id, userIds: ['a', 'b'] });
    const { jobId } = await startSync(core, id, 1);
    await clock.scheduled(clock.now() + 1_000);
    await core.jobs.pause({ id: jobId });
    expect(await sync()).toMatchObject({ number: 2, additions: 1 });
    await followed.until(() => core.jobs.get({ id: jobId }).state === 'cancelled');
    expect(syncedTexts(target, key)).toEqual(['a true', 'b true']);
  });
});

describe("a source that can't send", () => {
  it('pauses a sync with the reason until it is resumed', async () => {
    const { clock, core, followed, target, id, key } = await setUp();
    const source = await theSource(core);
    await core.audiences.members.add({ id, userIds: ['a', 'b'] });
    const { id: syncId } = await startSync(core, id, 1);
    await clock.scheduled(clock.now() + 1_000);
    await core.sources.update({ id: source.id, enabled: false });
    clock.advance(1_000);
    const paused = () => followed.until(() => core.syncs.get({ id: syncId }).state === 'paused');
    await paused();
    expect(core.syncs.get({ id: syncId })).toMatchObject({
      error: { code: 'source_disabled', params: { source: 'Web' } },
      resumable: true,
    });
    expect(core.audiences.get({ id }).problem).toEqual({
      code: 'source_disabled',
      params: { source: 'Web' },
    });
    await expect(startSync(core, id)).rejects.toThrow('disabled');
    await core.syncs.resume({ id: syncId });
    await paused();
    await core.sources.update({ id: source.id, enabled: true });
    await core.syncs.resume({ id: syncId });
    await completed(core, followed, syncId);
    expect(syncedTexts(target, key)).toEqual(['a true', 'b true']);
    await core.sources.remove({ id: source.id });
    expect(core.audiences.get({ id }).problem).toMatchObject({ code: 'source_deleted' });
  });

  it('is in the change feed with each affected audience', async () => {
    const { core, id } = await setUp();
    const source = await theSource(core);
    const stopping = new AbortController();
    const feed = core.changes.follow({}, stopping.signal);
    await feed.next();
    await core.sources.update({ id: source.id, enabled: false });
    const { value } = await feed.next();
    stopping.abort();
    expect(value?.changes).toContainEqual({
      kind: 'audience',
      audience: expect.objectContaining({
        id,
        problem: { code: 'source_disabled', params: { source: 'Web' } },
      }),
    });
  });
});

describe('a full sync', () => {
  it('sends all current members again, once each, and those who left', async () => {
    const { core, followed, target, id, key, sync } = await setUp();
    await core.audiences.members.add({ id, userIds: ['a', 'b', 'c'] });
    await sync();
    await core.audiences.members.remove({ id, userIds: ['b'] });
    await core.audiences.members.add({ id, userIds: ['d'] });
    expect(core.syncs.plan({ computationId: id, full: true })).toMatchObject({
      additions: 3,
      removals: 1,
      first: { userId: 'a' },
    });
    const full = await core.syncs.start({ computationId: id, full: true });
    expect(await completed(core, followed, full.id)).toMatchObject({
      full: true,
      additionsSent: 3,
      removalsSent: 1,
    });
    expect(syncedTexts(target, key, 3)).toEqual(['a true', 'b false', 'c true', 'd true']);
    expect(await sync()).toMatchObject({ full: false, additions: 0, removals: 0 });
  });

  it('sends the values of its start, even if cancelled, edited and resumed', async () => {
    const { clock, core, followed, target, id, key } = await setUp();
    await core.audiences.members.add({ id, userIds: ['a', 'b', 'c', 'd'] });
    await completed(core, followed, (await startSync(core, id)).id);
    const { id: syncId } = await core.syncs.start({ computationId: id, perSecond: 1, full: true });
    await clock.scheduled(clock.now() + 1_000);
    await core.audiences.members.remove({ id, userIds: ['c'] });
    await core.audiences.members.add({ id, userIds: ['e'] });
    await core.syncs.cancel({ id: syncId });
    await core.syncs.resume({ id: syncId });
    for (const _ of ['c', 'd']) {
      await clock.scheduled(clock.now() + 1_000);
      clock.advance(1_000);
    }
    await completed(core, followed, syncId);
    expect(syncedTexts(target, key, 4)).toEqual(['a true', 'b true', 'c true', 'd true']);
  });
});

describe('a sync without a destination', () => {
  const noDestination = { code: 'no_destination', params: {} };

  const ways: readonly [string, Partial<Destination>, Partial<Destination> | null][] = [
    ['is disabled', { enabled: false }, { enabled: true }],
    ['takes payloads only', { profile: 'github' }, { profile: 'segment-classic' }],
    ['is connected to no source', { sourceIds: [] }, null],
  ];
  it.each(ways)('does not start where its only one %s', async (_, off, on) => {
    const { core, target, destination, id, key, sync } = await setUp({ sharedSecret: 's' });
    const sourceIds = [...destination.sourceIds];
    await core.audiences.members.add({ id, userIds: ['a'] });
    await core.destinations.update({ id: destination.id, sourceIds, ...off });
    expect(core.syncs.plan({ computationId: id })).toMatchObject({
      problem: noDestination,
      additions: 1,
    });
    await expect(startSync(core, id)).rejects.toMatchObject({ code: 'conflict' });
    expect(core.audiences.syncs.list({ id, limit: 10 }).items).toEqual([]);
    await core.destinations.update({ id: destination.id, sourceIds, ...on });
    expect(await sync()).toMatchObject({ number: 1, additionsSent: 1 });
    expect(syncedTexts(target, key)).toEqual(['a true']);
  });

  it('does not start where its own integrations turn webhooks off', async () => {
    const { core, id } = await setUp({}, { integrations: { Webhooks: false } });
    expect(core.syncs.plan({ computationId: id })).toMatchObject({ problem: noDestination });
  });

  it('pauses when the last one is disabled, and counts no user without a delivery', async () => {
    const { clock, core, followed, target, destination, id, key } = await setUp();
    await core.audiences.members.add({ id, userIds: ['a', 'b'] });
    const { id: syncId } = await startSync(core, id, 1);
    await clock.scheduled(clock.now() + 1_000);
    await core.destinations.update({ id: destination.id, enabled: false });
    clock.advance(1_000);
    await followed.until(() => core.syncs.get({ id: syncId }).state === 'paused');
    expect(core.syncs.get({ id: syncId })).toMatchObject({
      error: noDestination,
      additionsSent: 1,
    });
    expect(core.syncs.plan({ computationId: id })).toMatchObject({ additions: 1 });
    await core.destinations.update({ id: destination.id, enabled: true });
    await core.syncs.resume({ id: syncId });
    await completed(core, followed, syncId);
    expect(syncedTexts(target, key)).toEqual(['a true', 'b true']);
  });
});

describe('a sync of a computed trait', () => {
  async function setUpTrait() {
    const { core, followed } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [target.url] });
    const { id, key } = await makeTrait(core);
    const sync = async () =>
      completed(core, followed, (await core.syncs.start({ computationId: id })).id);
    const set = (values: Readonly<Record<string, unknown>>) =>
      core.traits.values.set({
        id,
        values: Object.entries(values).map(([userId, value]) => ({
          userId,
          value: value as number,
        })),
      });
    return { core, target, id, key, sync, set };
  }

  it('stays within the 32 KB of a call with the largest possible values', async () => {
    const { core, followed } = await startCore();
    await connect(core, { urls: [(await startTarget()).url] });
    const key = 'k'.repeat(100);
    const { id } = await makeTrait(core, { key, integrations: { ['日'.repeat(1_010)]: true } });
    const userId = '\u0001'.repeat(500);
    await core.traits.values.set({ id, values: [{ userId, value: 'x'.repeat(20_478) }] });
    const sync = await core.syncs.start({ computationId: id });
    await completed(core, followed, sync.id);
    const { receivedText } = core.messages.get({ id: 1 });
    expect(Buffer.byteLength(receivedText)).toBeGreaterThan(29_000);
    expect(Buffer.byteLength(receivedText)).toBeLessThanOrEqual(32_768);
  });

  it('sends changed values, and null for removed ones', async () => {
    const { core, target, id, key, sync, set } = await setUpTrait();
    await set({ a: 1, b: [1, 2], c: null });
    await sync();
    expect(syncedTexts(target, key)).toEqual(['a 1', 'b [1,2]', 'c null']);
    await set({ a: 2, b: [1, 2] });
    await core.traits.values.remove({ id, userIds: ['c'] });
    await sync();
    // A removed value was null before, so there is nothing to send.
    expect(syncedTexts(target, key, 3)).toEqual(['a 2']);
    await core.traits.values.remove({ id, userIds: ['b'] });
    expect(await sync()).toMatchObject({ additions: 0, removals: 1, userCount: 1 });
    expect(syncedTexts(target, key, 4)).toEqual(['b null']);
    await set({ a: 3 });
    await set({ a: 2 });
    await sync();
    expect(target.requests).toHaveLength(5);
  });

  it('sends nothing if only the order of keys changed', async () => {
    const { core, target, id, key, sync, set } = await setUpTrait();
    await set({ a: { x: 1, y: [{ p: '1', q: null }] }, b: [1, 2], c: { n: 1 } });
    await sync();
    await set({ a: { y: [{ q: null, p: '1' }], x: 1 }, b: [1, 2], c: { n: '1' } });
    expect(await sync()).toMatchObject({ additions: 1 });
    expect(syncedTexts(target, key, 3)).toEqual(['c {"n":"1"}']);
    // Also if another value or the user was added and removed in between.
    await set({ a: 5 });
    await set({ a: { y: [{ q: null, p: '1' }], x: 1 } });
    await core.traits.values.remove({ id, userIds: ['c'] });
    await set({ b: [2, 1], c: { n: '1' } });
    await sync();
    expect(syncedTexts(target, key, 4)).toEqual(['b [2,1]']);
    await set({ a: { y: [{ q: null, p: 1 }], x: 1 } });
    expect(await sync()).toMatchObject({ additions: 1 });
  });
});
