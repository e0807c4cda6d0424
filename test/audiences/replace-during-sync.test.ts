/** All users are replaced during a sync: it finishes unchanged, and the next one syncs the rest. */
import { expect, it } from 'vitest';
import {
  completed,
  makeAudience,
  makeTrait,
  startSync,
  syncedTexts,
} from '#test/support/audiences.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

async function setUp() {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const target = await startTarget();
  await connect(core, { urls: [target.url] });

  /** Lets a sync of one user a second reach this many users, or its end. */
  async function advance(syncId: number, users = Number.POSITIVE_INFINITY) {
    const isThere = () => {
      const { state, additionsSent, removalsSent } = core.syncs.get({ id: syncId });
      return state !== 'running' || additionsSent + removalsSent >= users;
    };
    while (!isThere()) {
      await Promise.race([clock.scheduled(clock.now() + 1_000), followed.until(isThere)]);
      if (!isThere()) clock.advance(1_000);
    }
  }

  async function finish(syncId: number) {
    await advance(syncId);
    return completed(core, followed, syncId);
  }

  return { core, target, advance, finish };
}

/** Users that the sync reaches before the replacement, and the others. */
const both = (...names: readonly string[]): string[] =>
  ['1', '2'].flatMap((place) => names.map((name) => `${place}-${name}`));

/**
 * A sync with four pending users in each group, the first four of them sent; then a replacement.
 */
async function replaced(isCancelled: boolean) {
  const context = await setUp();
  const { core, target, advance, finish } = context;
  const { id, key } = await makeAudience(core);
  const { members } = core.audiences;
  await members.add({ id, userIds: both('stays', 'leaves', 'returns', 'is-gone') });
  await finish((await startSync(core, id)).id);
  await members.remove({ id, userIds: both('returns', 'is-gone') });
  await members.add({ id, userIds: both('came-stays', 'came-leaves') });
  const { id: syncId } = await startSync(core, id, 1);
  await advance(syncId, 4);
  if (isCancelled) await core.syncs.cancel({ id: syncId });
  const change = await members.replace({
    id,
    userIds: both('stays', 'returns', 'came-stays', 'is-new'),
  });
  expect(change).toEqual({ added: 4, changed: 0, removed: 4, unchanged: 4 });
  return { ...context, id, syncId, sent: (from: number) => syncedTexts(target, key, from) };
}

const firstSync = 8;
const openSync = 8;

it.for([false, true])(
  'an open sync sends the changes that were pending when it started (cancelled and resumed: %s)',
  async (isCancelled) => {
    const { core, id, syncId, finish, sent } = await replaced(isCancelled);
    if (isCancelled) await core.syncs.resume({ id: syncId });
    expect(await finish(syncId)).toMatchObject({ additionsSent: 4, removalsSent: 4 });
    expect(sent(firstSync)).toEqual(
      [
        ...both('came-stays', 'came-leaves').map((userId) => `${userId} true`),
        ...both('returns', 'is-gone').map((userId) => `${userId} false`),
      ].sort(),
    );
    await finish((await startSync(core, id)).id);
    expect(sent(firstSync + openSync)).toEqual(
      [
        ...both('returns', 'is-new').map((userId) => `${userId} true`),
        ...both('leaves', 'came-leaves').map((userId) => `${userId} false`),
      ].sort(),
    );
    expect(await finish((await startSync(core, id)).id)).toMatchObject({
      additions: 0,
      removals: 0,
    });
  },
);

it('a new sync after a cancelled one sends only unsynced changes', async () => {
  const { core, id, finish, sent } = await replaced(true);
  await finish((await startSync(core, id)).id);
  expect(sent(firstSync + 4)).toEqual([
    '1-came-leaves false',
    '1-is-new true',
    '1-leaves false',
    '1-returns true',
    '2-came-stays true',
    '2-is-gone false',
    '2-is-new true',
    '2-leaves false',
  ]);
});

it('an open sync sends the trait values of its start, and the next one those that changed', async () => {
  const { core, target, advance, finish } = await setUp();
  const { id, key } = await makeTrait(core);
  const everyone = both('back', 'more', 'same', 'gone');
  const start = (perSecond: number | null) =>
    core.syncs.start({ computationId: id, ...(perSecond !== null && { perSecond }) });
  const set = (value: number) =>
    core.traits.values.set({ id, values: everyone.map((userId) => ({ userId, value })) });
  await set(1);
  await finish((await start(null)).id);
  await set(2);
  const { id: syncId } = await start(1);
  await advance(syncId, 4);
  const values = { back: 1, more: 3, same: 2 };
  const lines = Object.entries(values).flatMap(([name, value]) =>
    both(name).map((userId) => JSON.stringify({ userId, value })),
  );
  const replacement = await core.imports.create({
    target: { kind: 'trait', id },
    format: 'jsonl',
    mode: 'replace',
  });
  await core.imports.append({ id: replacement.id, text: lines.join('\n'), last: true });
  await finish(syncId);
  expect(syncedTexts(target, key, 8)).toEqual(everyone.map((userId) => `${userId} 2`).sort());
  await finish((await start(null)).id);
  expect(syncedTexts(target, key, 16)).toEqual([
    '1-back 1',
    '1-gone null',
    '1-more 3',
    '2-back 1',
    '2-gone null',
    '2-more 3',
  ]);
});
