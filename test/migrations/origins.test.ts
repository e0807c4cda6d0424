import { expect, it } from 'vitest';
import { createMessageStore } from '#core/store/messages.ts';
import { migrate } from '#core/store/migrate.ts';
import { createRowNumbers } from '#core/store/row-numbers.ts';
import { databaseBefore } from '#test/support/old-database.ts';

it('messages of syncs and deletion requests, and their deliveries, get their origin', () => {
  const { db, file } = databaseBefore(310);
  db.pragma('foreign_keys = ON');
  db.exec(`
    INSERT INTO sources VALUES ('src_1', 'Web', 'key', 1, 1, 1, NULL);
    INSERT INTO destinations (id, name, enabled, shared_secret, webhook_url, webhooks, track_filter,
        payload_shape, fan_out, retry, created_at, updated_at)
      VALUES ('dst_1', 'Hooks', 1, x'', '', '[]', '{}', 'documented', 'any', '{}', 1, 1);`);
  const request = (method: string, path: string) =>
    JSON.stringify({
      method,
      path,
      headers: [],
      remoteAddress: 'Hookwright',
      bodyBytes: 2,
      batchIndex: null,
    });
  const message =
    db.prepare(`INSERT INTO messages (id, message_id, source_id, type, label, timestamp,
      received_at, outcome, delivery_count, request, received, normalised)
    VALUES (?, ?, 'src_1', 'identify', '', '', 1, 'routed', 1, ?, '{}', '{}')`);
  const delivery = db.prepare(`INSERT INTO deliveries (message_row_id, destination_id, state,
      body_bytes, webhooks, round, window_rounds, attempts, warning, created_at, updated_at)
    VALUES (?, 'dst_1', 'delivered', 0, '[]', 1, 1, 1, 0, 1, 1)`);
  const stored = [
    request('POST', '/v1/identify'),
    request('SYNC', '/api/syncs/17'),
    request('DELETION', '/api/deletions/del_9'),
  ];
  for (const [index, text] of stored.entries()) {
    // Its ID looks like that of a sync; the request shows that it is not.
    message.run(index + 1, `aud_1-3-user-${index}`, text);
    delivery.run(index + 1);
  }
  migrate(db, file);
  const messages = createMessageStore(db, createRowNumbers(db).messages);
  expect(messages.detail(1)).toMatchObject({
    origin: { kind: 'sdk', id: null },
    request: { path: '/v1/identify' },
  });
  expect(messages.detail(2)).toMatchObject({ origin: { kind: 'sync', id: '17' }, request: null });
  expect(messages.detail(3)).toMatchObject({
    origin: { kind: 'deletion', id: 'del_9' },
    request: null,
  });
  expect(db.prepare('SELECT origin, origin_id FROM deliveries ORDER BY id').raw().all()).toEqual([
    [null, null],
    ['sync', '17'],
    ['deletion', 'del_9'],
  ]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
});
