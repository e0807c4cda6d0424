import { expect, it } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { databaseBefore } from '#test/support/old-database.ts';

const version = 110;

it('existing resends are unchanged, and new ones may have no delivery', () => {
  const { db, file } = databaseBefore(version);
  db.pragma('foreign_keys = ON');
  db.exec(`
    INSERT INTO sources VALUES ('src_1', 'Web', 'key', 1, 1, 1, NULL);
    INSERT INTO destinations VALUES ('dst_1', 'Hooks', 1, x'', '', '[]', '{}', 'documented', 'any', '{}', 1, 1, NULL);
    INSERT INTO messages VALUES (1, 'm', 'src_1', 'track', 'E', NULL, NULL, '', 1, 'routed', 1, '{}', '{}', '{}');
    INSERT INTO deliveries (id, message_row_id, destination_id, state, body_bytes, webhooks, round,
      window_rounds, attempts, warning, created_at, updated_at)
    VALUES (7, 1, 'dst_1', 'delivered', 0, '[]', 0, 0, 0, 0, 1, 1);
    INSERT INTO resends VALUES (3, 7, 'delivered', 5, 'http://a.test/', '[["a","b"]]', x'00ff', 'stale',
      'invalid', 'abc', 'typed', 401, '[]', x'6e6f', 2, 0, '{"kind":"delivered"}', '{"totalMs":1}');
    INSERT INTO resends (id, delivery_id, state, sent_at, url, request_headers, body, signing,
      signature_fit, secret_origin)
    VALUES (9, 7, 'sending', 6, 'http://a.test/', '[]', x'', 'valid', 'unsigned', 'none');
  `);
  const before = db.prepare<[], object>('SELECT * FROM resends ORDER BY id').all();
  migrate(
    db,
    file,
    migrations.filter((step) => step.version < 390),
  );
  const after = db.prepare<[], object>('SELECT * FROM resends ORDER BY id').all();
  expect(after).toEqual(
    before.map((row) => ({
      ...row,
      imported_file: null,
      imported_entry: null,
      import_id: null,
      import_number: null,
    })),
  );
  const insert = db.prepare(`
    INSERT INTO resends (delivery_id, imported_file, imported_entry, state, sent_at, url,
      request_headers, body, signing, signature_fit, secret_origin)
    VALUES (?, ?, 1, 'sending', 6, 'http://a.test/', '[]', x'', 'as_is', 'unknown', 'none')`);
  expect(insert.run(null, 'a.har').lastInsertRowid).toBe(10);
  expect(() => insert.run(8, null)).toThrow('FOREIGN KEY');
  expect(() => insert.run(7, 'a.har')).toThrow('CHECK');
  const indexes = db.prepare("SELECT name FROM sqlite_master WHERE tbl_name = 'resends'").pluck();
  expect(indexes.all()).toEqual(expect.arrayContaining(['resends_of_delivery', 'resends_sending']));
});
