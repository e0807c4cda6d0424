import type { Database } from 'better-sqlite3';
import type { Source } from '#shared/schemas/source.ts';
import type { Tx } from './write-queue.ts';

interface Row {
  id: string;
  name: string;
  write_key: string;
  enabled: number;
  created_at: number;
  updated_at: number;
}

const toSource = (row: Row): Source => ({
  id: row.id,
  name: row.name,
  writeKey: row.write_key,
  enabled: row.enabled === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export function createSourceStore(db: Database) {
  const all = db.prepare<[], Row>('SELECT * FROM sources WHERE deleted_at IS NULL ORDER BY name');
  const byId = db.prepare<[string], Row>(
    'SELECT * FROM sources WHERE id = ? AND deleted_at IS NULL',
  );
  const clashing = db.prepare<[Pick<Source, 'id' | 'name' | 'writeKey'>], Row>(
    `SELECT * FROM sources WHERE id <> @id AND deleted_at IS NULL
     AND (name = @name OR write_key = @writeKey) LIMIT 1`,
  );
  const deleted = db.prepare<[string], Row>(
    'SELECT * FROM sources WHERE id = ? AND deleted_at IS NOT NULL',
  );
  const upsert = db.prepare(`
    INSERT INTO sources (id, name, write_key, enabled, created_at, updated_at)
    VALUES (@id, @name, @writeKey, @enabled, @createdAt, @updatedAt)
    ON CONFLICT (id) DO UPDATE SET name = @name, write_key = @writeKey, enabled = @enabled,
      updated_at = @updatedAt, deleted_at = NULL`);
  const writeKeys = db.prepare<[], string>('SELECT write_key FROM sources').pluck();
  const any = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM sources)').pluck();
  const remove = db.prepare('UPDATE sources SET deleted_at = ? WHERE id = ?');

  return {
    all: (): readonly Source[] => all.all().map(toSource),
    get: (id: string): Source | undefined => {
      const row = byId.get(id);
      return row && toSource(row);
    },
    /** Another source with the same name or write key. */
    clashing: ({ id, name, writeKey }: Pick<Source, 'id' | 'name' | 'writeKey'>) => {
      const row = clashing.get({ id, name, writeKey });
      return row && toSource(row);
    },
    /** All write keys, including those of deleted sources. */
    writeKeys: (): readonly string[] => writeKeys.all(),
    /** Whether any source ever existed, including deleted ones. */
    everExisted: (): boolean => any.get() === 1,
    /** Finds a deleted source, to undo its deletion. */
    deleted: (id: string): Source | undefined => {
      const row = deleted.get(id);
      return row && toSource(row);
    },
    /** Inserts, updates or restores a source. */
    put(tx: Tx, source: Source): void {
      upsert.run({ ...source, enabled: Number(source.enabled) });
      tx.changed({ kind: 'source', id: source.id });
    },
    /** Keeps the row for existing messages. */
    remove(tx: Tx, id: string, now: number): void {
      remove.run(now, id);
      tx.changed({ kind: 'removed', noun: 'source', id });
    },
  };
}
