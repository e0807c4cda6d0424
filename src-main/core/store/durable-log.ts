/**
 * Makes commits durable without standing still for the disk: SQLite writes its log (WAL) at COMMIT
 * and leaves the sync to us, and we wait for it off the main thread. What is answered after
 * `sync()` is as durable as with `synchronous=FULL`, which does the same sync within COMMIT: a
 * crash keeps every commit whose part of the log had been synced (https://sqlite.org/wal.html).
 */
import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../durable-file.ts';

const syncData = promisify(fdatasync);

export interface DurableLog {
  /** Resolves when all that was committed before the call is on disk. */
  sync(): Promise<void>;
  close(): void;
}

/** `file` is the database; its log lies beside it and stays the same file while it is open. */
export function openDurableLog(file: string): DurableLog {
  const descriptor = openSync(`${file}-wal`, 'r+');
  syncFolder(dirname(file));
  return {
    sync: () => syncData(descriptor),
    close() {
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
  };
}
