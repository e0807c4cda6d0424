import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { ChurnRequest } from '#shared/audiences/audience.ts';
import {
  GenerateRequest,
  type MembershipProgress,
  UserQuery,
} from '#shared/audiences/computation.ts';
import { makeAudience, makeTrait } from '#test/support/audiences.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const membersOf = (core: Core, id: string): readonly string[] =>
  core.audiences.members
    .list(UserQuery.parse({ id, limit: 500 }))
    .items.map(({ userId }) => userId);

async function lastOf(progress: AsyncIterable<MembershipProgress>) {
  const all: MembershipProgress[] = [];
  for await (const one of progress) all.push(one);
  return all.at(-1);
}

const generate = (core: Core, id: string, more: object) =>
  lastOf(core.audiences.members.generate(GenerateRequest.parse({ id, ...more })));

const churn = (core: Core, id: string, more: object) =>
  lastOf(core.audiences.members.churn(ChurnRequest.parse({ id, ...more })));

describe('members', () => {
  it('are listed in pages in the order of their IDs, with any characters', async () => {
    const { core } = await startCore();
    const { id } = await makeAudience(core);
    const userIds = ['b', 'a', '😀', 'é', '\u{FFFD}', 'a%', "a'"];
    await core.audiences.members.add({ id, userIds });
    const listed: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 10; pages += 1) {
      const page = core.audiences.members.list(UserQuery.parse({ id, limit: 2, cursor }));
      listed.push(...page.items.map(({ userId }) => userId));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(listed).toEqual(
      userIds.toSorted((one, other) => Buffer.from(one).compare(Buffer.from(other))),
    );
    const found = core.audiences.members.list(UserQuery.parse({ id, search: 'a' }));
    expect(found.items.map(({ userId }) => userId)).toEqual(['a', 'a%', "a'"]);
  });

  it('are counted as they join and leave', async () => {
    const { core } = await startCore();
    const { id } = await makeAudience(core);
    await core.audiences.members.add({ id, userIds: ['a', 'b', 'c'] });
    await core.audiences.members.remove({ id, userIds: ['b', 'x'] });
    expect(await core.audiences.members.replace({ id, userIds: ['c', 'd', 'e'] })).toEqual({
      added: 2,
      changed: 0,
      removed: 1,
      unchanged: 1,
    });
    expect(membersOf(core, id)).toEqual(['c', 'd', 'e']);
    expect(core.audiences.get({ id }).userCount).toBe(3);
    await core.audiences.members.replace({ id, userIds: [] });
    expect(core.audiences.get({ id }).userCount).toBe(0);
  });

  it('are those of the replacement that started last', async () => {
    const { core } = await startCore();
    const { id } = await makeAudience(core);
    const userIds = (prefix: string) => Array.from({ length: 3_000 }, (_, n) => `${prefix}${n}`);
    const [first, second] = await Promise.allSettled([
      core.audiences.members.replace({ id, userIds: userIds('a') }),
      core.audiences.members.replace({ id, userIds: userIds('b') }),
    ]);
    expect(first).toMatchObject({ reason: { code: 'conflict' } });
    expect(second).toMatchObject({ status: 'fulfilled' });
    expect(core.audiences.get({ id }).userCount).toBe(3_000);
    expect(membersOf(core, id).every((userId) => userId.startsWith('b'))).toBe(true);
  });

  it('are generated from a pattern and a seed, always the same', async () => {
    const { core } = await startCore();
    const { id } = await makeAudience(core);
    const other = await makeAudience(core, { name: 'Other' });
    const request = { count: 100, pattern: 'u-{n}-{random}', seed: 7 };
    expect(await generate(core, id, request)).toMatchObject({ added: 100, done: 100, total: 100 });
    await generate(core, other.id, request);
    expect(membersOf(core, id)).toEqual(membersOf(core, other.id));
    expect(membersOf(core, id)[0]).toMatch(/^u-1-[1-9a-z]{12}$/);
    await generate(core, other.id, { ...request, seed: 8 });
    expect(core.audiences.get({ id: other.id }).userCount).toBe(200);
  });

  it('churn: exactly the requested share leaves, and as many new members join', async () => {
    const { core } = await startCore();
    const { id } = await makeAudience(core);
    await generate(core, id, { count: 400 });
    const before = new Set(membersOf(core, id));
    expect(await churn(core, id, { percent: 5, seed: 3 })).toMatchObject({
      removed: 20,
      added: 20,
    });
    const after = membersOf(core, id);
    expect(after).toHaveLength(400);
    expect(after.filter((userId) => !before.has(userId))).toHaveLength(20);
    // The same seed again: new members must differ from earlier ones.
    expect(await churn(core, id, { percent: 5, seed: 3 })).toMatchObject({
      removed: 20,
      added: 20,
    });
    expect(await churn(core, id, { percent: 100, seed: 4 })).toMatchObject({ removed: 400 });
    expect(core.audiences.get({ id }).userCount).toBe(400);
  });

  it('churn: members who leave do not rejoin in the same run', async () => {
    const { core } = await startCore();
    const { id } = await makeAudience(core);
    await generate(core, id, { count: 100, pattern: 'user_{n}' });
    const before = new Set(membersOf(core, id));
    expect(await churn(core, id, { percent: 10, pattern: 'user_{n}' })).toMatchObject({
      removed: 10,
      added: 10,
    });
    const after = membersOf(core, id);
    expect(after).toHaveLength(100);
    expect(after.filter((userId) => !before.has(userId))).toHaveLength(10);
  });

  it('are deleted with their audience, whose name and key become free', async () => {
    const { core } = await startCore();
    const { id } = await makeAudience(core);
    await core.audiences.remove({ id });
    await expect(core.audiences.members.add({ id, userIds: ['a'] })).rejects.toThrow(
      'Audience not found',
    );
    expect(await makeAudience(core)).toMatchObject({ userCount: 0 });
  });

  it('are not restored while another audience has the key or the name', async () => {
    const { core } = await startCore();
    const { id } = await makeAudience(core);
    await core.audiences.remove({ id });
    const refusedFor = (message: string) =>
      expect(core.audiences.restore({ id })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(message),
      });
    const other = await makeAudience(core);
    await refusedFor('belongs to the audience "Big Spenders"');
    await core.audiences.remove({ id: other.id });
    const namesake = await makeAudience(core, { key: 'big' });
    await refusedFor('"Big Spenders" is already in use');
    await core.audiences.update({ id: namesake.id, name: 'Big' });
    expect(await core.audiences.restore({ id })).toMatchObject({ key: 'big_spenders' });
  });

  it('are restored with the audience until the next start', async () => {
    const dataFolder = temporaryFolder();
    const first = await openCore({ dataFolder });
    const { id } = await makeAudience(first.core, { schedule: { everyMinutes: 60 } });
    await generate(first.core, id, { count: 100 });
    await first.core.audiences.remove({ id });
    expect(await first.core.audiences.restore({ id })).toMatchObject({
      userCount: 100,
      nextSyncAt: expect.any(Number),
    });
    expect(membersOf(first.core, id)).toHaveLength(100);
    await first.core.audiences.remove({ id });
    await first.stop();
    const { core } = await startCore({ dataFolder });
    // The write after the deletion.
    await makeAudience(core, { name: 'Other' });
    for (let writes = 0; writes < 5; writes += 1) await core.settings.update({});
    await expect(core.audiences.restore({ id })).rejects.toThrow('Deleted audience not found');
  });

  it('are not partly restored while they are being deleted', async () => {
    const dataFolder = temporaryFolder();
    const first = await openCore({ dataFolder });
    const { id } = await makeAudience(first.core);
    await generate(first.core, id, { count: 12_000 });
    await first.core.audiences.remove({ id });
    await first.stop();
    const { core } = await startCore({ dataFolder });
    // The first write of the deletion came before this one; the others follow it.
    await expect(core.audiences.restore({ id })).rejects.toThrow('Deleted audience not found');
  });
});

describe('values of a computed trait', () => {
  it('are any JSON up to 20 KB', async () => {
    const { core } = await startCore();
    const { id } = await makeTrait(core);
    const values = [
      { userId: 'a', value: null },
      { userId: 'b', value: { deep: [1, 'é', true, { '': -0.5 }] } },
      { userId: 'c', value: 'x'.repeat(20_000) },
    ];
    expect(await core.traits.values.set({ id, values })).toMatchObject({ added: 3 });
    const { items } = core.traits.values.list(UserQuery.parse({ id }));
    expect(items.map(({ userId, value }) => ({ userId, value }))).toEqual(values);
    await expect(
      core.traits.values.set({ id, values: [{ userId: 'd', value: 'x'.repeat(21_000) }] }),
    ).rejects.toMatchObject({ issues: [{ path: ['values', 0, 'value'] }] });
  });

  it('are generated: numbers in a range, choices and booleans', async () => {
    const { core } = await startCore();
    const { id } = await makeTrait(core);
    const made = async (value: object) => {
      const stream = core.traits.values.generate({
        ...GenerateRequest.parse({ id, count: 200 }),
        value: value as { kind: 'boolean' },
      });
      await lastOf(stream);
      const { items } = core.traits.values.list(UserQuery.parse({ id, limit: 500 }));
      return new Set(items.map((item) => item.value));
    };
    expect(await made({ kind: 'number', min: -1, max: 1 })).toEqual(new Set([-1, 0, 1]));
    expect(await made({ kind: 'choice', choices: ['free', null] })).toEqual(
      new Set(['free', null]),
    );
    expect(await made({ kind: 'boolean' })).toEqual(new Set([true, false]));
    expect(core.traits.get({ id }).userCount).toBe(200);
  });
});
