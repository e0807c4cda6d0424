import type { Database } from 'better-sqlite3';

/**
 * Removes a constraint from a table definition (https://sqlite.org/lang_altertable.html, section
 * 7).
 */
function withoutConstraint(db: Database, table: string, constraint: string): void {
  const version = db.pragma('schema_version', { simple: true }) as number;
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
  const { changes } = db
    .prepare('UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = ? AND name = ?')
    .run(constraint, '', 'table', table);
  if (changes !== 1) throw new Error(`There is no table ${table}.`);
  db.pragma(`schema_version = ${version + 1}`);
  db.pragma('writable_schema = OFF');
  db.unsafeMode(false);
}

/** Schema for data retention (D49). Databases with existing data start without limits. */
export function up(db: Database): void {
  db.exec(`
    -- Newest row numbers at a time of the machine's clock, about every hour: all times of other tables
    -- are virtual. Rows of before the upgrade count as stored at the upgrade.
    CREATE TABLE retention_marks (
      at INTEGER PRIMARY KEY,
      message_id INTEGER NOT NULL,
      delivery_id INTEGER NOT NULL,
      attempt_id INTEGER NOT NULL,
      rejected_id INTEGER NOT NULL,
      resend_id INTEGER NOT NULL,
      receiver_request_id INTEGER NOT NULL
    ) STRICT;

    -- Row numbers up to these were given out, although the newest rows were deleted: they don't come again.
    CREATE TABLE deleted_row_numbers (
      table_name TEXT PRIMARY KEY,
      newest INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX messages_without_deliveries ON messages (id) WHERE outcome <> 'routed';

    -- Deletion requests keep the counts of notices whose messages and deliveries were deleted.
    CREATE INDEX deletion_notices_of_message ON deletion_notices (message_row_id);
    ALTER TABLE deletion_users ADD COLUMN past_notices INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE deletion_users ADD COLUMN past_deliveries INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE deletion_users ADD COLUMN past_delivered INTEGER NOT NULL DEFAULT 0;

    INSERT INTO settings (name, value)
      SELECT 'retention', '{"maxAgeDays":null,"maxDeliveries":null,"maxBytes":null}'
      WHERE EXISTS (SELECT 1 FROM sources) OR EXISTS (SELECT 1 FROM destinations)
        OR EXISTS (SELECT 1 FROM receivers) OR EXISTS (SELECT 1 FROM messages)
        OR EXISTS (SELECT 1 FROM rejected);
    INSERT INTO settings (name, value) SELECT 'offersLimits', 'true' FROM settings WHERE name = 'retention';
  `);
  // With the constraint, deleting a body would scan all deliveries. A body is deleted with the last
  // delivery of its message.
  withoutConstraint(db, 'deliveries', ' REFERENCES bodies (id)');
}
