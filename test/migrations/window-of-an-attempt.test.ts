import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const version = 140;

it('the round of an existing attempt is unknown', () => {
  const file = join(temporaryFolder(), 'hookwright.sqlite');
  const db = new Database(file);
  onTestFinished(() => void db.close());
  migrate(
    db,
    file,
    migrations.filter((step) => step.version < version),
  );
  db.pragma('foreign_keys = OFF');
  db.exec(`
    INSERT INTO attempts (id, delivery_id, url, round, started_at, request_headers, response_bytes,
      response_truncated, verdict, timings)
    VALUES (1, 1, 'https://a.test/', 2, 1, '[]', 0, 0, '{}', '{}')`);
  migrate(
    db,
    file,
    migrations.filter((step) => step.version <= version),
  );
  expect(db.prepare('SELECT id, round, window_round FROM attempts').all()).toEqual([
    { id: 1, round: 2, window_round: null },
  ]);
});
