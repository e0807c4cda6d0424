/** Rows of the previous version keep their header lines. */
import { expect, it } from 'vitest';
import { createAttemptStore } from '#core/store/attempts.ts';
import { createMessageStore } from '#core/store/messages.ts';
import { migrate } from '#core/store/migrate.ts';
import { createRowNumbers } from '#core/store/row-numbers.ts';
import { databaseBefore } from '#test/support/old-database.ts';

const headers = [
  ['Host', '127.0.0.1'],
  ['X-Signature', 'a'.repeat(40)],
];

it('existing messages and attempts keep their header lines', () => {
  const { db, file } = databaseBefore(450);
  const request = {
    method: 'POST',
    path: '/v1/track',
    headers,
    remoteAddress: '127.0.0.1',
    bodyBytes: 2,
    batchIndex: null,
  };
  db.exec(`
    INSERT INTO sources VALUES ('src_1', 'Web', 'key', 1, 1, 1, NULL);
    INSERT INTO destinations (id, name, enabled, shared_secret, webhook_url, webhooks, track_filter,
        payload_shape, fan_out, retry, created_at, updated_at)
      VALUES ('dst_1', 'Hooks', 1, x'', '', '[]', '{}', 'documented', 'any', '{}', 1, 1);
    INSERT INTO messages (id, message_id, source_id, type, label, timestamp, received_at, outcome,
        delivery_count, request, received, normalized)
      VALUES (1, 'm', 'src_1', 'track', 'E', '', 1, 'routed', 1, '${JSON.stringify(request)}', '{}', '{}');
    INSERT INTO deliveries (id, message_row_id, destination_id, state, body_bytes, webhooks, round,
        window_rounds, attempts, warning, created_at, updated_at)
      VALUES (1, 1, 'dst_1', 'delivered', 0, '[]', 1, 1, 1, 0, 1, 1);
    INSERT INTO attempts (delivery_id, url, round, started_at, request_headers, response_status,
        response_headers, response_bytes, response_truncated, outcome, timings)
      VALUES (1, 'http://127.0.0.1/', 1, 1, '${JSON.stringify(headers)}', 200,
        '${JSON.stringify(headers)}', 0, 0, 'delivered', '{}'),
       (1, 'http://127.0.0.1/', 1, 1, '[]', NULL, NULL, 0, 0, 'failed', '{}');`);
  migrate(db, file);
  const numbers = createRowNumbers(db);
  expect(createMessageStore(db, numbers.messages).detail(1)?.request).toEqual(request);
  const [first, second] = createAttemptStore(db, numbers.attempts).byDelivery(1);
  expect(first?.request.headers).toEqual(headers);
  expect(first?.response?.headers).toEqual(headers);
  expect(second).toMatchObject({ request: { headers: [] }, response: null });
});
