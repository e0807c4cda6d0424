import type { Database } from 'better-sqlite3';

/** A resend may come from a receiver's log, which is pruned earlier, and have any method. */
export function up(db: Database): void {
  db.exec(`
    ALTER TABLE resends ADD COLUMN method TEXT NOT NULL DEFAULT 'POST';
    -- All three or none. The name as of sending: receivers can be renamed and deleted.
    ALTER TABLE resends ADD COLUMN receiver_id TEXT;
    ALTER TABLE resends ADD COLUMN receiver_name TEXT;
    ALTER TABLE resends ADD COLUMN receiver_request_id INTEGER;
  `);
}
