/** A disk that accepts writes but fails to sync them. */
import fs, { type NoParamCallback } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished } from 'vitest';

/** The next sync for which the condition holds fails; a test in which none failed fails. */
export function failSyncOnce(when: () => boolean): void {
  const { fdatasync } = fs;
  let failed = false;

  function use(own: (file: number, done: NoParamCallback) => void): void {
    Object.assign(fs, { fdatasync: own });
    syncBuiltinESMExports();
  }

  use((file, done) => {
    if (failed || !when()) return fdatasync(file, done);
    failed = true;
    done(new Error('EIO: i/o error, fdatasync'));
  });
  onTestFinished(() => {
    use(fdatasync);
    expect(failed).toBe(true);
  });
}
