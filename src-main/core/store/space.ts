/** How much disk space the data takes, and giving back what is free. */
import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { canGiveSpaceBack } from './compaction.ts';
import type { Tx } from './write-queue.ts';

export interface Space {
  /** The database file. */
  readonly fileBytes: number;
  /** Of these, pages without data: they are used before the file grows. */
  readonly freeBytes: number;
  /** The log (WAL). */
  readonly logBytes: number;
}

export function createSpaceStore(db: Database, file: string) {
  const pageBytes = db.pragma('page_size', { simple: true }) as number;
  const pages = db.prepare<[], number>('PRAGMA page_count').pluck();
  const freePages = db.prepare<[], number>('PRAGMA freelist_count').pluck();

  return {
    measure: (): Space => ({
      fileBytes: (pages.get() ?? 0) * pageBytes,
      freeBytes: (freePages.get() ?? 0) * pageBytes,
      logBytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    }),
    /** False for the database of an older version that could not be compacted yet. */
    canGiveBack: canGiveSpaceBack(db),
    /** Cuts off up to so many bytes of the file, by moving pages from its end into free ones. */
    giveBack(_tx: Tx, bytes: number): void {
      db.pragma(`incremental_vacuum(${Math.ceil(bytes / pageBytes)})`);
    },
  };
}
