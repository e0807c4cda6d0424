/** The journal of operations. */
import { describe, expect, it } from 'vitest';
import { notJournaled } from '#api/journal.ts';
import { operationsOf } from './operations.ts';
import type { Connected } from './transports.ts';

export function describeJournal(open: () => Connected): void {
  describe('the journal', () => {
    it('has what changed something, with input and what it replaced, without secrets', async () => {
      const { client, clock } = open();
      const created = await client.receivers.create({ name: 'journaled', secret: 'top-s3cret' });
      const at = clock.now();
      await client.receivers.update({ id: created.id, secret: 'top-s3cret', strict: true });
      await client.receivers.update({
        id: created.id,
        steps: [{ headers: { 'Set-Cookie': 'session=abcdefgh12345' } }],
      });
      await client.receivers.list();
      await client.send.preview({ source: 'none', message: {} }).catch(() => undefined);
      await expect(client.receivers.remove({ id: 'rcv_missing' })).rejects.toThrow();
      await client.receivers.remove({ id: created.id });
      const { items } = await client.journal.list({ limit: 4 });
      expect(items.map(({ operation }) => operation)).toEqual([
        'receivers.remove',
        'receivers.update',
        'receivers.update',
        'receivers.create',
      ]);
      const [removed, , updated, first] = items;
      expect(first).toMatchObject({ resultId: created.id, before: null, isInputCut: false });
      expect(updated).toMatchObject({
        at,
        input: { id: created.id, strict: true },
        before: { id: created.id, strict: false },
      });
      expect(removed?.before).toMatchObject({ name: 'journaled', strict: true });
      expect(JSON.stringify(items)).not.toMatch(/top-s3cret|abcdefgh12345/);
      // Equal secrets have equal marks.
      expect(updated?.input).toMatchObject({
        secret: (first?.input as { secret: string } | undefined)?.secret,
      });
      const older = await client.journal.list({ limit: 1 });
      expect(older.items).toHaveLength(1);
      const next = await client.journal.list({ limit: 1, cursor: older.nextCursor ?? '' });
      expect(next.items[0]?.id).toBe(items[1]?.id);
    });

    it('leaves out only operations that exist', () => {
      const changing = operationsOf().filter(({ method }) => method !== 'GET');
      const names = new Set(changing.map(({ name }) => name));
      expect([...notJournaled].filter((name) => !names.has(name))).toEqual([]);
      const previews = [...names].filter((name) => name.includes('.preview'));
      expect(previews.filter((name) => !notJournaled.has(name))).toEqual([]);
    });

    it('does not record the plan of a sync', async () => {
      const { client } = open();
      const source = await client.sources.create({ name: 'Journaled source' });
      const { id } = await client.audiences.create({ name: 'Journaled', sourceId: source.id });
      await client.audiences.syncs.start({ params: { id }, query: { plan: true } });
      const { items } = await client.journal.list({ limit: 1 });
      expect(items[0]?.operation).toBe('audiences.create');
      await client.audiences.remove({ id });
      await client.sources.remove({ id: source.id });
    });
  });
}
