/** Files that are complete or absent, whenever the process is killed or the power fails. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A new or renamed file survives a crash only when its folder was synced as well. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders, and its file system keeps such changes itself.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Gives a file that is written but not synced its final name. */
export function publishFile(temporary: string, file: string): void {
  const descriptor = openSync(temporary, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(temporary, file);
  syncFolder(dirname(file));
}

/** Replaces a file; only this user can read it. */
export function writePrivateFile(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  // One that a killed process left keeps its mode.
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  publishFile(temporary, file);
}
