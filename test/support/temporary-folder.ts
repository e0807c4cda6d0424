import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Removed by the caller. */
export const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'hookwright-test-'));

export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

/** Removed after the test. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** A copy of the data folder as kill -9 leaves it: written data, without cleanup. */
export function killedFolder(dataFolder: string): string {
  const copy = temporaryFolder();
  for (const name of ['hookwright.sqlite', 'hookwright.sqlite-wal'])
    cpSync(join(dataFolder, name), join(copy, name));
  return copy;
}
