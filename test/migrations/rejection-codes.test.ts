import { expect, it } from 'vitest';
import { migrate } from '#core/store/migrate.ts';
import { createRejectedStore } from '#core/store/rejected.ts';
import { createRowNumbers } from '#core/store/row-numbers.ts';
import { databaseBefore } from '#test/support/old-database.ts';

it('rejected messages keep the text they were stored with', () => {
  const { db, file } = databaseBefore(505);
  db.exec(`INSERT INTO rejected (id, received_at, authenticated, status, code, message, request, body,
      body_bytes, kept_bytes)
    VALUES (1, 2, 1, 400, 'bad_request', 'It says "no".', '{}', x'', 0, 9)`);
  migrate(db, file);
  const { items } = createRejectedStore(db, createRowNumbers(db).rejected).page(10, undefined);
  expect(items).toMatchObject([
    { code: 'bad_request', problem: { code: 'other', params: { detail: 'It says "no".' } } },
  ]);
});
