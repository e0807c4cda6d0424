import type { Database } from 'better-sqlite3';
import type { SavedFilter } from '#shared/filter/saved-filter.ts';
import type { Tx } from './write-queue.ts';

interface Row {
  id: string;
  name: string;
  filter: string;
  created_at: number;
}

const toSavedFilter = ({ created_at, ...row }: Row): SavedFilter => ({
  ...row,
  createdAt: created_at,
});

export function createSavedFilterStore(db: Database) {
  const all = db.prepare<[], Row>('SELECT * FROM saved_filters ORDER BY created_at, id');
  const upsert = db.prepare(`
    INSERT INTO saved_filters (id, name, filter, created_at) VALUES (@id, @name, @filter, @createdAt)
    ON CONFLICT (id) DO UPDATE SET name = @name, filter = @filter`);
  const remove = db.prepare('DELETE FROM saved_filters WHERE id = ?');

  return {
    all: (): readonly SavedFilter[] => all.all().map(toSavedFilter),
    put(tx: Tx, saved: SavedFilter): void {
      upsert.run(saved);
      tx.changed({ kind: 'savedFilter', id: saved.id });
    },
    remove(tx: Tx, id: string): void {
      remove.run(id);
      tx.changed({ kind: 'removed', noun: 'savedFilter', id });
    },
  };
}
