import type { Database } from 'better-sqlite3';
import type { UsageHour } from '#shared/schemas/source.ts';
import type { Tx } from './write-queue.ts';

const hourMs = 3_600_000;

export function createUsageStore(db: Database) {
  const add = db.prepare(`
    INSERT INTO usage (source_id, hour_at, accepted) VALUES (@sourceId, @hourAt, @count)
    ON CONFLICT (source_id, hour_at) DO UPDATE SET accepted = accepted + @count`);
  const total = db
    .prepare<[string], number>('SELECT COALESCE(SUM(accepted), 0) FROM usage WHERE source_id = ?')
    .pluck();
  const hours = db.prepare<[string, number], UsageHour>(
    `SELECT hour_at AS hourAt, accepted FROM usage WHERE source_id = ? AND hour_at >= ?
     ORDER BY hour_at`,
  );

  return {
    add(_tx: Tx, sourceId: string, count: number, now: number): void {
      if (count > 0) add.run({ sourceId, count, hourAt: now - (now % hourMs) });
    },
    total: (sourceId: string): number => total.get(sourceId) ?? 0,
    /** The hours that saw messages, oldest first, from the hour that holds `from`. */
    hours: (sourceId: string, from: number): UsageHour[] =>
      hours.all(sourceId, from - (from % hourMs)),
  };
}
