import { expect, it } from 'vitest';
import { createMemberStore } from '#core/store/members.ts';
import { migrate } from '#core/store/migrate.ts';
import { createSavedFilterStore } from '#core/store/saved-filters.ts';
import { databaseBefore } from '#test/support/old-database.ts';

it('saved filters get the new field names, except in quoted text', () => {
  const { db, file } = databaseBefore(395);
  db.exec(`
    INSERT INTO saved_filters VALUES ('f', 'Mine',
      'made>=2026-11-20T15:04Z not tried<2026-11-21 event:"made>1" made', 1);
    INSERT INTO authorities VALUES ('a', 'Corp', 'pem', 'CN=Corp', 'ab:cd', 1, 1);
  `);
  migrate(db, file);
  expect(createSavedFilterStore(db).all()).toMatchObject([
    { filter: 'created>=2026-11-20T15:04Z not attempted<2026-11-21 event:"made>1" made' },
  ]);
  expect(db.prepare('SELECT id FROM certificate_authorities').pluck().all()).toEqual(['a']);
});

it('members keep their last synced value', () => {
  const { db, file } = databaseBefore(430);
  db.exec(`
    INSERT INTO sources (id, name, write_key, enabled, created_at, updated_at)
      VALUES ('s', 'Web', 'key', 1, 1, 1);
    INSERT INTO computations (row, class, id, name, key, source_id, integrations, user_count,
      sync_count, replacement_count, created_at, updated_at)
      VALUES (1, 'audience', 'a', 'Users', 'users', 's', '{}', 2, 0, 0, 1, 1);
    INSERT INTO members (computation_row, user_id, value, present, told)
      VALUES (1, 'new', 'true', 1, NULL), (1, 'synced', 'true', 1, 'true');
  `);
  migrate(db, file);
  const page = createMemberStore(db).page(1, 'pending', '', undefined, 10);
  expect(page.items).toEqual([{ userId: 'new', value: 'true', pendingChange: 'addition' }]);
});
