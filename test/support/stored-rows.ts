/** Reads the database without the product. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

export interface StoredRows {
  readonly integrity: unknown;
  /** Rows with a broken reference, and rows that nothing refers to any more. */
  readonly orphans: Readonly<Record<string, number>>;
  /** Deliveries by state: from the product's counters, and counted. */
  readonly counted: Readonly<Record<string, number>>;
  readonly kept: Readonly<Record<string, number>>;
}

const orphans = {
  bodies:
    'SELECT COUNT(*) FROM bodies WHERE id NOT IN (SELECT body_id FROM deliveries WHERE body_id IS NOT NULL)',
  'bodies missing':
    'SELECT COUNT(*) FROM deliveries WHERE body_id IS NOT NULL AND body_id NOT IN (SELECT id FROM bodies)',
  messages: `SELECT COUNT(*) FROM messages WHERE outcome = 'routed'
    AND id NOT IN (SELECT message_row_id FROM deliveries)`,
  batch_requests: `SELECT COUNT(*) FROM batch_requests
    WHERE id NOT IN (SELECT request_id FROM messages WHERE request_id IS NOT NULL)
      AND id NOT IN (SELECT request_id FROM rejected WHERE request_id IS NOT NULL)`,
} as const;

/** Of a stopped core. */
export function storedRows(dataFolder: string): StoredRows {
  const db = new Database(join(dataFolder, 'hookwright.sqlite'), { readonly: true });
  try {
    const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0;
    const byName = (sql: string) =>
      Object.fromEntries(
        db
          .prepare<[], { name: string; value: number }>(sql)
          .all()
          .map(({ name, value }) => [name, value]),
      );
    return {
      integrity: db.pragma('integrity_check', { simple: true }),
      orphans: {
        ...Object.fromEntries(Object.entries(orphans).map(([name, sql]) => [name, count(sql)])),
        references: (db.pragma('foreign_key_check') as unknown[]).length,
      },
      kept: byName(
        `SELECT iif(state = 'not_sent', reason, state) AS name, COUNT(*) AS value
         FROM deliveries GROUP BY 1
         UNION SELECT 'copies_kept', COUNT(*) FROM copies HAVING COUNT(*) > 0`,
      ),
      counted:
        byName(`SELECT name, value FROM counters WHERE scope = '' AND hour_at = 0 AND value > 0
        AND name NOT IN ('accepted', 'unrouted', 'duplicates', 'rejected', 'routed')`),
    };
  } finally {
    db.close();
  }
}

export const noOrphans = {
  bodies: 0,
  'bodies missing': 0,
  messages: 0,
  batch_requests: 0,
  references: 0,
};
