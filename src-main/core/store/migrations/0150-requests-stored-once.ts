import type { Database } from 'better-sqlite3';

/**
 * Stores the request of a batch once; messages and rejected items refer to it (D47). Existing
 * messages keep their copies, so that no row is rewritten. Rejected requests are now limited: the
 * newest 50,000, up to 256 MB, are migrated.
 */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE batch_requests (
      id INTEGER PRIMARY KEY,
      request TEXT NOT NULL,
      rejected_count INTEGER NOT NULL
    ) STRICT;

    -- The column request is empty where request_id is set.
    ALTER TABLE messages ADD COLUMN request_id INTEGER REFERENCES batch_requests (id);
    ALTER TABLE messages ADD COLUMN batch_index INTEGER;
    CREATE INDEX messages_of_request ON messages (request_id) WHERE request_id IS NOT NULL;

    ALTER TABLE rejected RENAME TO rejected_before;
    -- head_bytes is NULL if the whole head is kept. kept_bytes counts the request of a batch with
    -- the first item of it that is kept.
    CREATE TABLE rejected (
      id INTEGER PRIMARY KEY,
      received_at INTEGER NOT NULL,
      source_id TEXT REFERENCES sources (id),
      authenticated INTEGER NOT NULL,
      type TEXT,
      status INTEGER NOT NULL,
      code TEXT NOT NULL,
      message TEXT NOT NULL,
      request TEXT NOT NULL,
      request_id INTEGER REFERENCES batch_requests (id),
      batch_index INTEGER,
      head_bytes INTEGER,
      body BLOB NOT NULL,
      body_bytes INTEGER NOT NULL,
      kept_bytes INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX rejected_by_authentication ON rejected (authenticated);
    CREATE INDEX rejected_of_request ON rejected (request_id) WHERE request_id IS NOT NULL;

    CREATE TABLE rejected_totals (
      authenticated INTEGER PRIMARY KEY,
      requests INTEGER NOT NULL,
      bytes INTEGER NOT NULL
    ) STRICT;
    INSERT INTO rejected_totals VALUES (0, 0, 0), (1, 0, 0);
    CREATE TRIGGER rejected_counted_in AFTER INSERT ON rejected BEGIN
      UPDATE rejected_totals SET requests = requests + 1, bytes = bytes + NEW.kept_bytes
        WHERE authenticated = NEW.authenticated;
    END;
    CREATE TRIGGER rejected_counted_out AFTER DELETE ON rejected BEGIN
      UPDATE rejected_totals SET requests = requests - 1, bytes = bytes - OLD.kept_bytes
        WHERE authenticated = OLD.authenticated;
    END;

    INSERT INTO rejected
      SELECT id, received_at, source_id, source_id IS NOT NULL AND status NOT IN (401, 403), type,
        status, code, message, request, NULL, NULL, NULL, body,
        CASE body_truncated WHEN 0 THEN octet_length(body)
          ELSE max(octet_length(body) + 1, request ->> '$.bodyBytes') END,
        octet_length(message) + octet_length(request) + octet_length(body)
      FROM rejected_before
      WHERE id >= (
        SELECT min(id) FROM (
          SELECT id, sum(octet_length(message) + octet_length(request) + octet_length(body))
            OVER (ORDER BY id DESC) AS newest_bytes
          FROM rejected_before ORDER BY id DESC LIMIT 50000)
        WHERE newest_bytes <= 268435456)
      ORDER BY id;
    DROP TABLE rejected_before;
  `);
}
