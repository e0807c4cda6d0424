import { expect, it } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { databaseBefore } from '#test/support/old-database.ts';

const version = 230;

it('a failed attempt no longer announces a retry', () => {
  const { db, file } = databaseBefore(version);
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
