/** Databases as earlier versions stored them. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An empty database with all migrations before this one; closed after the test. */
export function databaseBefore(version: number): {
  readonly db: Database.Database;
  readonly file: string;
} {
  const file = join(temporaryFolder(), 'hookwright.sqlite');
  const db = new Database(file);
  onTestFinished(() => void db.close());
  migrate(
    db,
    file,
    migrations.filter((step) => step.version < version),
  );
  return { db, file };
}
