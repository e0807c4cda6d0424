import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { createReceiverRequestStore } from '#core/store/receiver-requests.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

it('requests of older versions belong to no delivery', () => {
  const file = join(temporaryFolder(), 'hookwright.sqlite');
  const db = new Database(file);
  onTestFinished(() => void db.close());
  migrate(
    db,
    file,
    migrations.filter(({ version }) => version < 495),
  );
  db.exec(`PRAGMA foreign_keys = OFF;
    INSERT INTO receiver_requests (id, receiver_id, received_at, kind, method, path, body_bytes,
      fault, kept_bytes, headers, connection, body)
    VALUES (7, 'rcv_1', 5, 'request', 'POST', '/r/mine', 2, 'none', 2, '[]', '{}', x'7b7d');`);
  migrate(db, file);
  const requests = createReceiverRequestStore(db);
  expect(requests.summary(7)).toMatchObject({ id: 7, path: '/r/mine', deliveryId: null });
  expect(requests.ofDelivery(7)).toEqual([]);
});
