import type { Database } from 'better-sqlite3';
import type { SecretBox } from '#main/kit/ports.ts';
import type { Source } from '#shared/connections/source.ts';
import { createEntityTable } from './entity-table.ts';

export function createSourceStore(db: Database, secretBox: SecretBox) {
  const table = createEntityTable<Source>(db, secretBox, {
    noun: 'source',
    table: 'sources',
    secrets: {},
    elsewhere: {},
  });
  const owner = db
    .prepare<[Pick<Source, 'id' | 'writeKey'>], string>(
      `SELECT name FROM sources
       WHERE settings ->> 'writeKey' = @writeKey AND id <> @id AND deleted_at IS NULL`,
    )
    .pluck();

  return {
    ...table,
    /** Name of another source with the write key. */
    otherOwner: ({ id, writeKey }: Pick<Source, 'id' | 'writeKey'>): string | undefined =>
      owner.get({ id, writeKey }),
  };
}
