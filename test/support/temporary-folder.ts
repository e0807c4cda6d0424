import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Removed by whoever asks for it. */
export const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'hookwright-test-'));

export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

/** Removed after the test. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** The data folder as kill -9 leaves it at this moment: what was written, and no tidying up. */
export function killedFolder(dataFolder: string): string {
  const copy = temporaryFolder();
  for (const name of ['hookwright.sqlite', 'hookwright.sqlite-wal'])
    cpSync(join(dataFolder, name), join(copy, name));
  return copy;
}
