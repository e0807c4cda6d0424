/** Reads the database file without the product. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

export interface Inspection {
  /** Result of SQLite's integrity check: `ok`. */
  readonly integrity: unknown;
  /** Rows with a broken reference. */
  readonly dangling: number;
  /** Deliveries by state: counted, and from the ledger. */
  readonly counted: Readonly<Record<string, number>>;
  readonly kept: Readonly<Record<string, number>>;
  /** Delivered deliveries without an accepted attempt. */
  readonly unexplained: number;
  /** Message ids that were accepted more than once. */
  readonly twice: number;
}

type Counts = { readonly name: string; readonly value: number };

const toRecord = (rows: readonly Counts[]) =>
  Object.fromEntries(rows.filter(({ value }) => value > 0).map(({ name, value }) => [name, value]));

export function inspectDatabase(dataFolder: string): Inspection {
  const db = new Database(join(dataFolder, 'hookwright.sqlite'), { readonly: true });
  const all = (sql: string) => db.prepare<[], Counts>(sql).all();
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0;
  const ingestionCounters = `'accepted', 'unrouted', 'duplicates', 'rejected', 'routed'`;
  const inspection: Inspection = {
    integrity: db.pragma('integrity_check', { simple: true }),
    dangling: (db.pragma('foreign_key_check') as unknown[]).length,
    counted: toRecord(
      all(`SELECT iif(state = 'not_sent', reason, state) AS name, COUNT(*) AS value
        FROM deliveries GROUP BY 1`),
    ),
    kept: toRecord(
      all(
        `SELECT name, value FROM counters WHERE scope = '' AND name NOT IN (${ingestionCounters})`,
      ),
    ),
    unexplained: count(`SELECT COUNT(*) FROM deliveries AS d WHERE state = 'delivered'
      AND NOT EXISTS (SELECT 1 FROM attempts AS a WHERE a.delivery_id = d.id
        AND a.outcome = 'accepted')`),
    twice: count(`SELECT COUNT(*) FROM (SELECT 1 FROM messages WHERE outcome <> 'duplicate'
      GROUP BY source_id, message_id HAVING COUNT(*) > 1)`),
  };
  db.close();
  return inspection;
}
