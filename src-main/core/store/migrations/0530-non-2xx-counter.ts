import type { Database } from 'better-sqlite3';

/** Counts deliveries that were delivered with a 3xx or 4xx response; later ones are counted as they settle. */
export function up(db: Database): void {
  db.exec(`
    INSERT INTO counters (name, value)
      SELECT 'non_2xx', COUNT(*) FROM deliveries WHERE state = 'delivered' AND (warning & 1) <> 0;
  `);
}
