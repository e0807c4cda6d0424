import type { Database } from 'better-sqlite3';
import type { UsageHour } from '#shared/schemas/source.ts';
import type { Tx } from './write-queue.ts';

const hourMs = 3_600_000;

/** How the counts of a transaction name the usage of a source in an hour. */
const counterName = /^usage (\d+) (.+)$/;

export function createUsageStore(db: Database) {
  const add = db.prepare(`
    INSERT INTO usage (hour_at, source_id, accepted) VALUES (?, ?, ?)
    ON CONFLICT (source_id, hour_at) DO UPDATE SET accepted = accepted + excluded.accepted`);
  const total = db
    .prepare<[string], number>('SELECT COALESCE(SUM(accepted), 0) FROM usage WHERE source_id = ?')
    .pluck();
  const hours = db.prepare<[string, number], UsageHour>(
    `SELECT hour_at AS hourAt, accepted FROM usage WHERE source_id = ? AND hour_at >= ?
     ORDER BY hour_at`,
  );

  return {
    add(tx: Tx, sourceId: string, count: number, now: number): void {
      tx.count(`usage ${now - (now % hourMs)} ${sourceId}`, count);
    },
    /** Adds the count of a transaction when it is one of usage; tells whether it was. */
    addCount(counter: string, by: number): boolean {
      const [, hourAt, sourceId] = counterName.exec(counter) ?? [];
      if (hourAt === undefined) return false;
      add.run(Number(hourAt), sourceId, by);
      return true;
    },
    total: (sourceId: string): number => total.get(sourceId) ?? 0,
    /** The hours that saw messages, oldest first, from the hour that holds `from`. */
    hours: (sourceId: string, from: number): UsageHour[] =>
      hours.all(sourceId, from - (from % hourMs)),
  };
}
