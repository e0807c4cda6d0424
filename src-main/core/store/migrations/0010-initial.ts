import type { Database } from 'better-sqlite3';

/** Sources, destinations, messages, deliveries, attempts, rejected requests and the ledger. */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE sources (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      write_key TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX sources_by_name ON sources (name) WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX sources_by_write_key ON sources (write_key) WHERE deleted_at IS NULL;

    CREATE TABLE destinations (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      shared_secret BLOB NOT NULL,
      webhook_url TEXT NOT NULL,
      webhooks TEXT NOT NULL,
      track_filter TEXT NOT NULL,
      payload_shape TEXT NOT NULL,
      fan_out TEXT NOT NULL,
      retry TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX destinations_by_name ON destinations (name) WHERE deleted_at IS NULL;

    CREATE TABLE connections (
      destination_id TEXT NOT NULL REFERENCES destinations (id),
      source_id TEXT NOT NULL REFERENCES sources (id),
      PRIMARY KEY (destination_id, source_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE authorities (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      pem TEXT NOT NULL,
      subject TEXT NOT NULL,
      fingerprint TEXT NOT NULL UNIQUE,
      valid_to INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE messages (
      id INTEGER PRIMARY KEY,
      message_id TEXT NOT NULL,
      source_id TEXT NOT NULL REFERENCES sources (id),
      type TEXT NOT NULL,
      label TEXT NOT NULL,
      user_id TEXT,
      anonymous_id TEXT,
      timestamp TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      delivery_count INTEGER NOT NULL,
      request TEXT NOT NULL,
      received TEXT NOT NULL,
      normalised TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX messages_by_message_id ON messages (source_id, message_id)
      WHERE outcome <> 'duplicate';

    -- Apart from deliveries, so that a change of state never rewrites the bytes, and destinations
    -- that take the same shape share them.
    CREATE TABLE bodies (
      id INTEGER PRIMARY KEY,
      bytes BLOB NOT NULL
    ) STRICT;

    -- next_attempt_at is NULL when nothing is due: the delivery has ended or is in the dispatcher's hands.
    CREATE TABLE deliveries (
      id INTEGER PRIMARY KEY,
      message_row_id INTEGER NOT NULL REFERENCES messages (id),
      destination_id TEXT NOT NULL REFERENCES destinations (id),
      state TEXT NOT NULL,
      body_id INTEGER REFERENCES bodies (id),
      body_bytes INTEGER NOT NULL,
      webhooks TEXT NOT NULL,
      round INTEGER NOT NULL,
      window_rounds INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      last_status INTEGER,
      last_failure TEXT,
      warning INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      first_attempt_at INTEGER,
      next_attempt_at INTEGER
    ) STRICT;
    CREATE INDEX deliveries_due ON deliveries (destination_id, next_attempt_at)
      WHERE next_attempt_at IS NOT NULL;
    CREATE INDEX deliveries_by_state ON deliveries (state);
    CREATE INDEX deliveries_by_destination ON deliveries (destination_id, state);
    CREATE INDEX deliveries_of_destination ON deliveries (destination_id);
    CREATE INDEX deliveries_of_message ON deliveries (message_row_id);

    CREATE TABLE attempts (
      id INTEGER PRIMARY KEY,
      delivery_id INTEGER NOT NULL REFERENCES deliveries (id),
      url TEXT NOT NULL,
      round INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      request_headers TEXT NOT NULL,
      response_status INTEGER,
      response_headers TEXT,
      response_body BLOB,
      response_bytes INTEGER NOT NULL,
      response_truncated INTEGER NOT NULL,
      verdict TEXT NOT NULL,
      timings TEXT NOT NULL
    ) STRICT;
    CREATE INDEX attempts_of_delivery ON attempts (delivery_id);

    CREATE TABLE rejected (
      id INTEGER PRIMARY KEY,
      received_at INTEGER NOT NULL,
      source_id TEXT REFERENCES sources (id),
      type TEXT,
      status INTEGER NOT NULL,
      code TEXT NOT NULL,
      message TEXT NOT NULL,
      request TEXT NOT NULL,
      body BLOB NOT NULL,
      body_truncated INTEGER NOT NULL
    ) STRICT;

    -- The ledger. The door counts what it let in; the triggers count states, whoever changes them,
    -- so that a change nobody thought of shows as an imbalance.
    CREATE TABLE counters (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO counters (name, value) VALUES
      ('accepted', 0), ('unrouted', 0), ('duplicates', 0), ('rejected', 0), ('routed', 0),
      ('pending', 0), ('sending', 0), ('retrying', 0), ('paused', 0), ('delivered', 0),
      ('exhausted', 0), ('refused', 0), ('cancelled', 0), ('filtered', 0), ('excluded', 0);
    CREATE TRIGGER deliveries_counted_in AFTER INSERT ON deliveries BEGIN
      UPDATE counters SET value = value + 1 WHERE name = NEW.state;
    END;
    CREATE TRIGGER deliveries_counted_over AFTER UPDATE OF state ON deliveries
      WHEN OLD.state <> NEW.state BEGIN
      UPDATE counters SET value = value - 1 WHERE name = OLD.state;
      UPDATE counters SET value = value + 1 WHERE name = NEW.state;
    END;
    CREATE TRIGGER deliveries_counted_out AFTER DELETE ON deliveries BEGIN
      UPDATE counters SET value = value - 1 WHERE name = OLD.state;
    END;
  `);
}
