/** Writes files that are complete or absent, even after a kill or a power failure. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A new or renamed file survives a crash only if its folder is synced too. */
export function syncFolder(folder: string): void {
  // Windows can't open folders, and its file system persists such changes itself.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Syncs a written file and renames it to its final name. */
export function publishFile(temporary: string, file: string): void {
  const descriptor = openSync(temporary, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(temporary, file);
  syncFolder(dirname(file));
}

/** Replaces a file with one that only this user can read. */
export function writePrivateFile(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  // A file left by an interrupted process would keep its permissions.
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  publishFile(temporary, file);
}
