import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const version = 120;

it('a bulk action of before is taken to have applied to all that matched', () => {
  const file = join(temporaryFolder(), 'hookwright.sqlite');
  const db = new Database(file);
  onTestFinished(() => void db.close());
  migrate(
    db,
    file,
    migrations.filter((step) => step.version < version),
  );
  db.exec(`
    INSERT INTO bulk_runs (id, action, filter, state, planned_at, match_count, reached, done_count,
      sending_count, skipped, delivered, failed, refused, restored_count, not_restored, started_at)
    VALUES (1, 'cancel', '{"kind":"and","parts":[]}', 'completed', 1, 7, 0, 5, 0, '[]', 0, 0, 0, 0, '[]', 1)`);
  migrate(db, file);
  expect(db.prepare('SELECT match_count, apply_count FROM bulk_runs').all()).toEqual([
    { match_count: 7, apply_count: 7 },
  ]);
});
