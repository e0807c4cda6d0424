/** A disk that accepts writes but fails to sync them, for `vi.mock('node:fs', …)`. */
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

/** Fails once, when the condition holds. */
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
