import { expect, it } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { databaseBefore } from '#test/support/old-database.ts';

const version = 140;

it('the round of an existing attempt is unknown', () => {
  const { db, file } = databaseBefore(version);
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
