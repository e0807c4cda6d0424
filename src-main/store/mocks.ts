import type { Database } from 'better-sqlite3';
import type { SecretBox } from '#main/kit/ports.ts';
import type { MockSettings } from '#shared/mocks/mock.ts';
import { createEntityTable, type EntityFields, type Stored, secretText } from './entity-table.ts';
import { zeroing } from './secret.ts';
import type { Tx } from './write-queue.ts';

export type MockValues = MockSettings &
  EntityFields & {
    /** The mock endpoint's own port; null if it never needed one. Saved by `savePort` only. */
    readonly port: number | null;
  };

export type StoredMock = Stored<MockValues>;

export function createMockStore(db: Database, secretBox: SecretBox) {
  const port = db.prepare<[string], number | null>('SELECT port FROM mocks WHERE id = ?').pluck();
  const savePort = db.prepare('UPDATE mocks SET port = ? WHERE id = ?');

  return {
    ...createEntityTable<MockValues, 'secret', 'port'>(db, secretBox, {
      noun: 'mock',
      table: 'mocks',
      secrets: { secret: secretText },
      elsewhere: { port: (id) => port.get(id) ?? null },
    }),
    /** Stores the mock endpoint's own port, so that its URL doesn't change. */
    savePort(_tx: Tx, id: string, port: number): void {
      zeroing(db, () => savePort.run(port, id));
    },
  };
}
