import { expect, it } from 'vitest';
import { migrate } from '#core/store/migrate.ts';
import { createReceiverRequestStore } from '#core/store/receiver-requests.ts';
import { databaseBefore } from '#test/support/old-database.ts';

it('requests of older versions belong to no delivery', () => {
  const { db, file } = databaseBefore(495);
  db.exec(`PRAGMA foreign_keys = OFF;
    INSERT INTO receiver_requests (id, receiver_id, received_at, kind, method, path, body_bytes,
      fault, kept_bytes, headers, connection, body)
    VALUES (7, 'rcv_1', 5, 'request', 'POST', '/r/mine', 2, 'none', 2, '[]', '{}', x'7b7d');`);
  migrate(db, file);
  const requests = createReceiverRequestStore(db);
  expect(requests.summary(7)).toMatchObject({ id: 7, path: '/r/mine', deliveryId: null });
  expect(requests.ofDelivery(7)).toEqual([]);
});
