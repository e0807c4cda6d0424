import type { Database } from 'better-sqlite3';

/**
 * Origin of messages, with the ID of the sync or deletion request that created them; both are NULL
 * for SDK messages. Deliveries have a copy, so that a sync's deliveries can be read in list order.
 * Removes the placeholder requests of messages created by the app.
 */
export function up(db: Database): void {
  db.exec(`
    ALTER TABLE messages ADD COLUMN origin TEXT;
    ALTER TABLE messages ADD COLUMN origin_id TEXT;
    ALTER TABLE deliveries ADD COLUMN origin TEXT;
    ALTER TABLE deliveries ADD COLUMN origin_id TEXT;

    UPDATE messages SET origin = 'sync', origin_id = substr(request ->> '$.path', 12), request = ''
      WHERE request LIKE '{"method":"SYNC",%';
    UPDATE messages SET origin = 'deletion', origin_id = substr(request ->> '$.path', 16), request = ''
      WHERE request LIKE '{"method":"DELETION",%';

    UPDATE deliveries SET origin = m.origin, origin_id = m.origin_id
      FROM (SELECT id, origin, origin_id FROM messages WHERE origin IS NOT NULL) AS m
      WHERE deliveries.message_row_id = m.id;

    CREATE INDEX deliveries_of_origin ON deliveries (origin) WHERE origin IS NOT NULL;
    CREATE INDEX deliveries_of_origin_id ON deliveries (origin, origin_id)
      WHERE origin_id IS NOT NULL;
  `);
}
