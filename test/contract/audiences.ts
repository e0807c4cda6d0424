/** Audiences, computed traits, their syncs, imports and deletion requests. */
import { describe, expect, it } from 'vitest';
import { connectTarget } from './deliveries.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import { makeSource } from './sending.ts';
import type { Connected } from './transports.ts';

let count = 0;
const newName = (): string => {
  count += 1;
  return `Computation ${count}`;
};

/** The last event of a stream. */
export async function lastOf<Item>(stream: AsyncIterable<Item>): Promise<Item> {
  let last: Item | undefined;
  for await (const item of stream) last = item;
  if (last === undefined) throw new Error('The stream has no events.');
  return last;
}

export function describeAudiences(open: () => Connected): void {
  async function makeAudience(more: object = {}) {
    const sourceId = await makeSource(open());
    return open().client.audiences.create({ name: newName(), sourceId, ...more });
  }

  async function makeTrait(given: { readonly sourceId?: string } = {}) {
    const sourceId = given.sourceId ?? (await makeSource(open()));
    return open().client.traits.create({ name: newName(), sourceId });
  }

  describe('audiences', () => {
    it('are created, listed, read, changed and deleted', async () => {
      const { audiences } = open().client;
      const created = await makeAudience({ schedule: { everyMinutes: 60 } });
      expect(created).toMatchObject({ userCount: 0, lastSync: null, problem: null });
      expect(created.key).toBe(created.name.toLowerCase().replace(' ', '_'));
      expect(await audiences.list()).toContainEqual(created);
      expect(await audiences.get({ id: created.id })).toEqual(created);
      const changed = await audiences.update({ id: created.id, schedule: null });
      expect(changed).toMatchObject({ schedule: null, nextSyncAt: null, key: created.key });
      expect(await audiences.remove({ id: created.id })).toBeUndefined();
      await expectError(audiences.get({ id: created.id }), 'not_found', 'Audience not found');
      expect(await audiences.restore({ id: created.id })).toMatchObject({ key: created.key });
      await expectError(audiences.restore({ id: created.id }), 'not_found', 'Deleted');
    });

    it('are rejected with the name of the invalid field', async () => {
      const { audiences } = open().client;
      const sourceId = await makeSource(open());
      const create = (more: object) => audiences.create({ name: newName(), sourceId, ...more });
      await expectFieldError(create({ name: '日本語' }), ['key'], 'Enter a key');
      await expectFieldError(create({ key: 'Big Spenders' }), ['key'], 'big_spenders');
      await expectFieldError(create({ sourceId: 'src_x' }), ['sourceId'], 'src_x');
      await expectFieldError(
        create({ schedule: { everyMinutes: 0 } }),
        ['schedule', 'everyMinutes'],
        'at least 1',
      );
      const { name, key } = await create({});
      await expectFieldError(create({ name }), ['name'], `"${name}"`);
      await expectFieldError(create({ key }), ['key'], `belongs to the audience "${name}"`);
      await expectError(audiences.update({ id: 'aud_x' }), 'not_found', 'Audience not found');
      await expectError(audiences.remove({ id: 'aud_x' }), 'not_found', 'Audience not found');
    });

    it('get members that are entered or generated, and lose them again', async () => {
      const { members } = open().client.audiences;
      const { id } = await makeAudience();
      expect(await members.add({ id, userIds: ['b', 'a', 'b'] })).toEqual({
        added: 2,
        changed: 0,
        removed: 0,
        unchanged: 1,
      });
      expect(await members.replace({ id, userIds: ['b', 'c'] })).toMatchObject({
        added: 1,
        removed: 1,
      });
      expect(await members.remove({ id, userIds: ['c', 'x'] })).toMatchObject({
        removed: 1,
        unchanged: 1,
      });
      expect(await lastOf(await members.generate({ id, count: 30 }))).toMatchObject({
        added: 30,
        done: 30,
        total: 30,
      });
      expect(await lastOf(await members.churn({ id, percent: 10 }))).toMatchObject({
        removed: 3,
        added: 3,
      });
      const page = await members.list({ id, search: 'user_1', limit: 2 });
      expect(page.items).toEqual([
        { userId: 'user_1', pendingChange: 'addition' },
        { userId: 'user_10', pendingChange: 'addition' },
      ]);
      const next = await members.list({
        id,
        search: 'user_1',
        limit: 2,
        cursor: page.nextCursor ?? '',
      });
      expect(next.items[0]?.userId).toBe('user_11');
      await expectFieldError(
        members.add({ id, userIds: ['a', ''] }),
        ['userIds', 1],
        'user ID is empty',
      );
      await expectFieldError(
        members.generate({ id, count: 2, pattern: 'same' }),
        ['pattern'],
        '{n} or {random}',
      );
    });
  });

  describe('syncs', () => {
    it('are planned, started, listed and read', async () => {
      const { client } = open();
      const { source, target } = await connectTarget(open());
      const { id, key } = await makeAudience({ sourceId: source });
      await client.audiences.members.add({ id, userIds: ['u1', 'u2'] });
      const planned = await client.audiences.syncs.start({ params: { id }, query: { plan: true } });
      expect(planned).toMatchObject({
        kind: 'plan',
        plan: {
          additions: 2,
          removals: 0,
          problem: null,
          destinations: [{ notSent: null }],
          first: { userId: 'u1' },
        },
      });
      expect(target.requests).toHaveLength(0);
      const started = await client.audiences.syncs.start({ params: { id } });
      if (started.kind !== 'sync') throw new Error('The sync was only planned.');
      await target.received(2);
      expect(target.requests.map(({ body }) => JSON.parse(body.toString()).traits)).toEqual([
        { [key]: true },
        { [key]: true },
      ]);
      expect(await client.syncs.get({ id: started.sync.id })).toMatchObject({
        state: 'completed',
        additionsSent: 2,
      });
      expect((await client.audiences.syncs.list({ id })).items).toMatchObject([
        { id: started.sync.id, number: 1 },
      ]);
      await expectError(client.syncs.get({ id: 999_999 }), 'not_found', 'Sync not found');
    });

    it('are cancelled and resumed', async () => {
      const { client, clock } = open();
      const { source } = await connectTarget(open());
      const { id } = await makeAudience({ sourceId: source });
      await client.audiences.members.add({ id, userIds: ['u1', 'u2'] });
      const started = await client.audiences.syncs.start({
        params: { id },
        body: { perSecond: 1 },
      });
      if (started.kind !== 'sync') throw new Error('The sync was only planned.');
      await clock.scheduled(clock.now() + 1_000);
      await expectError(
        client.audiences.syncs.start({ params: { id } }),
        'conflict',
        'A sync is running',
      );
      const one = { id: started.sync.id };
      expect(await client.syncs.cancel(one)).toMatchObject({
        state: 'cancelled',
        resumable: true,
        additionsSent: 1,
      });
      await expectError(client.syncs.cancel(one), 'job_state', 'cancel');
      expect(await client.syncs.resume(one)).toMatchObject({ state: 'running' });
      await open().started.followed.until(
        () => open().started.core.syncs.get({ id: one.id }).state === 'completed',
      );
      await expectError(client.syncs.resume(one), 'job_state', 'completed');
    });
  });

  describe('jobs on users', () => {
    it('include syncs and deletion requests', async () => {
      const { client } = open();
      const { followed, core } = open().started;
      const { source } = await connectTarget(open());
      const { id } = await makeAudience({ sourceId: source });
      await client.audiences.members.add({ id, userIds: ['u1', 'u2'] });
      const sync = await client.jobs.start({ kind: 'sync', computationId: id });
      expect(sync).toMatchObject({ kind: 'sync', computationId: id, number: 1, totalCount: 2 });
      const draft = await client.deletions.create({ userIds: ['u1'], draft: true });
      const request = { kind: 'deletion_request', deletionId: draft.id } as const;
      const deletion = await client.jobs.start(request);
      expect(deletion).toMatchObject({ ...request, totalCount: 1 });
      for (const job of [sync, deletion])
        await followed.until(() => core.jobs.get({ id: job.id }).state === 'completed');
      expect(await client.jobs.get({ id: sync.id })).toMatchObject({
        doneCount: 2,
        counts: { additions: 2, removals: 0 },
        commands: [],
      });
      expect(await client.deletions.get({ id: draft.id })).toMatchObject({
        jobId: deletion.id,
        state: 'completed',
      });
      await expectError(client.jobs.start(request), 'conflict', 'already started');
      await expectError(
        client.jobs.start({ kind: 'sync', computationId: 'aud_none' }),
        'not_found',
        'computed trait not found',
      );
    });
  });

  describe('computed traits', () => {
    it('are created, listed, read, changed and deleted', async () => {
      const { traits } = open().client;
      const created = await makeTrait();
      expect(await traits.list()).toContainEqual(created);
      expect(await traits.get({ id: created.id })).toEqual(created);
      const name = newName();
      expect(await traits.update({ id: created.id, name })).toMatchObject({
        name,
        key: created.key,
      });
      expect(await traits.remove({ id: created.id })).toBeUndefined();
      await expectError(traits.get({ id: created.id }), 'not_found', 'Computed trait not found');
      expect(await traits.restore({ id: created.id })).toMatchObject({ name });
    });

    it('get values that are entered or generated, and are synced', async () => {
      const { client } = open();
      const { values, syncs } = client.traits;
      const { source } = await connectTarget(open());
      const { id } = await makeTrait({ sourceId: source });
      expect(
        await values.set({
          id,
          values: [
            { userId: 'u1', value: 3 },
            { userId: 'u2', value: { plan: ['team'] } },
          ],
        }),
      ).toMatchObject({ added: 2 });
      expect(await values.set({ id, values: [{ userId: 'u1', value: 4 }] })).toMatchObject({
        changed: 1,
      });
      expect(await values.remove({ id, userIds: ['u1'] })).toMatchObject({ removed: 1 });
      expect((await values.list({ id })).items).toEqual([
        { userId: 'u2', value: { plan: ['team'] }, pendingChange: 'addition' },
      ]);
      const made = { kind: 'number', min: 5, max: 5 } as const;
      expect(await lastOf(await values.generate({ id, count: 3, value: made }))).toMatchObject({
        added: 3,
      });
      expect((await values.list({ id, search: 'user_' })).items[0]?.value).toBe(5);
      await expectFieldError(
        values.generate({ id, count: 1, value: { kind: 'number', min: 2, max: 1 } }),
        ['value', 'max'],
        'less than min',
      );
      await expectFieldError(
        values.generate({ id, count: 1, value: { kind: 'number', min: 0.5, max: 1 } }),
        ['value', 'min'],
        'whole number',
      );
      expect(await syncs.start({ params: { id }, query: { plan: true } })).toMatchObject({
        plan: { additions: 4, problem: null, destinations: [{ notSent: null }] },
      });
      expect(await syncs.start({ params: { id } })).toMatchObject({ kind: 'sync' });
      expect((await syncs.list({ id })).items).toHaveLength(1);
    });
  });

  describe('imports', () => {
    it('accept a file in arbitrary chunks, and report bad lines by number', async () => {
      const { imports, audiences } = open().client;
      const { id } = await makeAudience();
      const started = await imports.create({ target: { kind: 'audience', id }, format: 'csv' });
      await imports.append({ id: started.id, text: 'email,user_id\nx@y.z,u' });
      const done = await imports.append({
        id: started.id,
        text: '1\n"never closed,u2\n\nz,u3\n',
        last: true,
      });
      expect(done).toMatchObject({
        state: 'done',
        lines: 5,
        added: 2,
        badLineCount: 1,
        badLines: [{ line: 3, problem: { code: 'quote_not_closed', params: {} } }],
      });
      expect((await audiences.members.list({ id })).items.map(({ userId }) => userId)).toEqual([
        'u1',
        'u3',
      ]);
      await expectError(
        imports.append({ id: started.id, text: 'u4' }),
        'not_found',
        'Import not found',
      );
    });

    it('are cancelled, and rejected when they do not exist', async () => {
      const { imports } = open().client;
      const { id } = await makeAudience();
      const started = await imports.create({ target: { kind: 'audience', id }, format: 'jsonl' });
      expect(await imports.cancel({ id: started.id })).toBeUndefined();
      await expectError(imports.cancel({ id: started.id }), 'not_found', 'Import not found');
      await expectError(
        imports.create({ target: { kind: 'audience', id: 'aud_x' }, format: 'csv' }),
        'not_found',
        'Audience not found',
      );
    });
  });

  describe('deletion requests', () => {
    it('are drafted, planned, started, listed and read', async () => {
      const { client } = open();
      const { target } = await connectTarget(open());
      const { deletions } = client;
      const draft = await deletions.create({ userIds: ['gone'], draft: true });
      expect(draft).toMatchObject({ state: 'draft', userCount: 1, cancelPending: null });
      const users = { id: draft.id, userIds: ['gone', 'mistyped'] };
      expect(await deletions.users.add(users)).toMatchObject({ added: 1, unchanged: 1 });
      expect(
        await deletions.users.remove({ id: draft.id, userIds: ['mistyped', 'unknown'] }),
      ).toMatchObject({ removed: 1, unchanged: 1 });
      const plan = await deletions.plan({ id: draft.id });
      expect(plan.bodyText).toContain('{"type":"delete","userId":"gone"');
      expect(plan.notices).toBe(plan.sources.length);
      expect(await deletions.start({ id: draft.id })).toMatchObject({ userCount: 1 });
      await target.received(1);
      await open().started.followed.until(
        () => open().started.core.deletions.get({ id: draft.id }).state === 'completed',
      );
      expect(await deletions.get({ id: draft.id })).toMatchObject({ forwardedCount: 1 });
      expect((await deletions.users.list({ id: draft.id })).items).toMatchObject([
        { userId: 'gone' },
      ]);
      expect((await deletions.list({ limit: 1 })).items).toMatchObject([{ id: draft.id }]);
      expect(await deletions.get({ id: draft.id })).toMatchObject({ cancelPending: false });
      const started = (promise: Promise<unknown>) =>
        expectError(promise, 'conflict', 'already started');
      await started(deletions.start({ id: draft.id }));
      await started(deletions.users.add(users));
      await started(deletions.users.remove({ ...users, userIds: [] }));
    });

    it('are deleted as drafts, and rejected without users', async () => {
      const { deletions } = open().client;
      const { id } = await deletions.create({ draft: true });
      await expectError(deletions.start({ id }), 'conflict', 'no users');
      expect(await deletions.remove({ id })).toBeUndefined();
      await expectError(deletions.get({ id }), 'not_found', 'Deletion request not found');
      await expectFieldError(deletions.create({}), ['userIds'], 'userIds is empty');
    });
  });
}
