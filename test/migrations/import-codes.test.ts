import { expect, it } from 'vitest';
import { migrate } from '#core/store/migrate.ts';
import { createResendImportStore } from '#core/store/resend-imports.ts';
import { databaseBefore } from '#test/support/old-database.ts';

it('entries of interrupted imports get codes; texts without one are kept', () => {
  const { db, file } = databaseBefore(500);
  const plan = {
    id: 'rim_1',
    problem: null,
    skippedEntries: [{ reason: 'It is no POST.', count: 2 }],
    badEntries: [{ line: 3, reason: 'This is not JSON.' }],
  };
  db.prepare('INSERT INTO resend_imports (id, plan, start) VALUES (?, ?, ?)').run(
    'rim_1',
    JSON.stringify(plan),
    '{}',
  );
  migrate(db, file);
  expect(createResendImportStore(db).all()[0]?.plan).toMatchObject({
    problem: null,
    skippedEntries: [{ code: 'not_post', count: 2 }],
    badEntries: [{ line: 3, problem: { code: 'other', params: { detail: 'This is not JSON.' } } }],
  });
});
