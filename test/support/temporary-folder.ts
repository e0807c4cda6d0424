import { mkdtempSync, rmSync } from 'node:fs';
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
