/**
 * Syncs commits to disk off the main thread. SQLite writes its WAL at COMMIT and leaves the sync to
 * us. Work after `sync()` is as durable as with `synchronous=FULL`, which syncs within COMMIT: a
 * crash keeps every commit in the synced part of the WAL (https://sqlite.org/wal.html).
 */
import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../durable-file.ts';

export interface DurableLog {
  /** Resolves when everything committed before the call is on disk. */
  sync(): Promise<void>;
  close(): void;
}

/** Leaves syncing to the system. */
export const unsynced: DurableLog = { sync: async () => undefined, close: () => undefined };

/** `file` is the database. Its WAL is in the same folder and remains the same file while open. */
export function openDurableLog(file: string): DurableLog {
  const descriptor = openSync(`${file}-wal`, 'r+');
  syncFolder(dirname(file));
  return {
    sync: () => promisify(fdatasync)(descriptor),
    close() {
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
  };
}
