/** A disk that takes writes and cannot sync them: for `vi.mock('node:fs', …)` of a test. */
import type { NoParamCallback } from 'node:fs';

type FileSystem = typeof import('node:fs');

const works = (): boolean => false;

let fails = works;

export const withFailingSync = (fs: FileSystem) => ({
  ...fs,
  default: fs,
  fdatasync: (file: number, done: NoParamCallback) =>
    fails() ? done(new Error('EIO: i/o error, fdatasync')) : fs.fdatasync(file, done),
});

/** Fails once, as soon as that is so. */
export function failSyncOnce(when: () => boolean): void {
  fails = () => {
    const isSo = when();
    if (isSo) fails = works;
    return isSo;
  };
}

export function syncAgain(): void {
  fails = works;
}
