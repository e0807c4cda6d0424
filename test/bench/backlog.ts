/** Fills a data folder with deliveries by SQL, which is faster than through the product. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ReceivedRequest } from '#shared/ingestion/message.ts';
import { type Folder, makeFolder, type Setup, startIn } from './processes.ts';

export interface Backlog {
  /** Messages; each has a delivery for every destination of the folder. */
  readonly messages: number;
  /** Rounds of each delivery before; none by default. */
  readonly rounds?: number;
  /** Failed attempts of each delivery, over the last hour; none by default. */
  readonly attempts?: number;
  /** When the deliveries are due; now by default. */
  readonly dueAt?: number;
}

/** The body of every delivery, about as long as a typical track message. */
export const backlogBody = JSON.stringify({
  version: 2,
  type: 'track',
  userId: 'user-123',
  event: 'Order Completed',
  properties: { orderId: 'o-12345', total: 129.9, currency: 'EUR', items: 3 },
  timestamp: '2026-11-20T08:00:00.000Z',
  context: { library: { name: 'bench', version: '1.0.0' }, ip: '127.0.0.1' },
});

const received: ReceivedRequest = {
  method: 'POST',
  path: '/v1/track',
  headers: [
    ['Host', '127.0.0.1:8377'],
    ['Content-Type', 'application/json'],
  ],
  remoteAddress: '127.0.0.1',
  bodyBytes: backlogBody.length,
  batchIndex: null,
};

function insert(db: Database.Database, backlog: Backlog): void {
  const { messages, rounds = 0, dueAt = Date.now() } = backlog;
  const sourceId = db.prepare('SELECT id FROM sources').pluck().get();
  const destinationIds = db
    .prepare<[], string>('SELECT id FROM destinations ORDER BY name')
    .pluck()
    .all();
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${messages})`;
  db.prepare(
    `INSERT INTO bodies (id, bytes) ${numbers} SELECT n, CAST(? AS BLOB) FROM numbers`,
  ).run(backlogBody);
  db.prepare(
    `INSERT INTO messages (id, message_id, source_id, type, label, user_id, anonymous_id, timestamp,
      received_at, outcome, delivery_count, request, received, normalized)
     ${numbers} SELECT n, lower(hex(randomblob(16))), @sourceId, 'track', 'Order Completed',
      'user-123', NULL, '2026-11-20T08:00:00.000Z', @now, 'routed', @deliveries, @request, @body,
      @body FROM numbers`,
  ).run({
    sourceId,
    now: Date.now(),
    deliveries: destinationIds.length,
    request: JSON.stringify(received),
    body: backlogBody,
  });
  for (const destinationId of destinationIds)
    db.prepare(
      `INSERT INTO deliveries (message_row_id, destination_id, state, body_id, body_bytes, webhooks,
        round, window_rounds, attempts, sending, number_precision, created_at, updated_at, first_attempt_at,
        next_attempt_at)
       ${numbers} SELECT n, @destinationId, 'waiting', n, @bytes, '[]', @rounds, @rounds, @rounds, 0, 0,
        @now, @now, NULL, @dueAt FROM numbers`,
    ).run({
      destinationId,
      bytes: Buffer.byteLength(backlogBody),
      rounds,
      now: Date.now(),
      dueAt,
    });
  insertAttempts(db, backlog);
  const count = db.prepare('UPDATE counters SET value = ? WHERE name = ?');
  count.run(messages, 'accepted');
  count.run(messages * destinationIds.length, 'routed');
  count.run(messages * destinationIds.length, 'waiting');
}

/** At the first URL of the destination, evenly over the hour. */
function insertAttempts(db: Database.Database, { messages, attempts = 0 }: Backlog): void {
  const total = messages * attempts;
  if (total === 0) return;
  db.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @total)
     INSERT INTO attempts (delivery_id, url, round, window_round, started_at, request_headers,
       response_status, response_bytes, response_truncated, outcome, code, timings)
     SELECT d.id, t.settings ->> '$.webhookUrl', 1, 1, @now - 3600000 * (@total - n) / @total, '[]', 503, 0, 0,
       'failed', 'server_error', '{"totalMs":3.4}'
     FROM numbers JOIN deliveries AS d ON d.id = 1 + (n - 1) % @messages
     JOIN destinations AS t ON t.id = d.destination_id ORDER BY n`,
  ).run({ total, messages, now: Date.now() });
}

function fill(file: string, backlog: Backlog): void {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -500000');
  db.transaction(() => insert(db, backlog))();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** A folder set up by the product itself, with a backlog in it. */
export async function makeBacklog(setup: Setup, backlog: Backlog): Promise<Folder> {
  const folder = await makeFolder(setup);
  const product = await startIn(folder);
  await product.stop();
  fill(join(folder.data, 'hookwright.sqlite'), backlog);
  return folder;
}
