/** Measures the disk space of the data and frees unused space. */
import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { Tx } from './write-queue.ts';

export interface Space {
  /** Size of the database file. */
  readonly fileBytes: number;
  /** Free pages within the file, used before the file grows. */
  readonly freeBytes: number;
  /** Size of the WAL. */
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
    /** Shrinks the file by up to `bytes`, by moving pages from its end into free ones. */
    shrink(_tx: Tx, bytes: number): void {
      db.pragma(`incremental_vacuum(${Math.ceil(bytes / pageBytes)})`);
    },
  };
}
