import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { createSavedFilterStore } from '#core/store/saved-filters.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const version = 395;

it('terms of saved filters get their new names, texts in quotes stay', () => {
  const file = join(temporaryFolder(), 'hookwright.sqlite');
  const db = new Database(file);
  onTestFinished(() => void db.close());
  migrate(
    db,
    file,
    migrations.filter((step) => step.version < version),
  );
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
