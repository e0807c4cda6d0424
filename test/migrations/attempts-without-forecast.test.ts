import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const version = 230;

it('a failed attempt no longer announces a retry', () => {
  const file = join(temporaryFolder(), 'hookwright.sqlite');
  const db = new Database(file);
  onTestFinished(() => void db.close());
  migrate(
    db,
    file,
    migrations.filter((step) => step.version < version),
  );
  db.pragma('foreign_keys = OFF');
  const insert = db.prepare(`
    INSERT INTO attempts (id, delivery_id, url, round, started_at, request_headers, response_bytes,
      response_truncated, verdict, timings)
    VALUES (?, 1, 'https://a.test/', 1, 1, '[]', 0, 0, ?, '{}')`);
  insert.run(1, '{"kind":"failed","explanation":"The receiver answered 503. It is tried again."}');
  insert.run(2, '{"kind":"delivered","warning":null}');
  migrate(
    db,
    file,
    migrations.filter((step) => step.version <= version),
  );
  expect(db.prepare('SELECT verdict FROM attempts').pluck().all()).toEqual([
    '{"kind":"failed","explanation":"The receiver answered 503."}',
    '{"kind":"delivered","warning":null}',
  ]);
});
