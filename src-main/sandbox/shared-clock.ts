/**
 * Passes the time from the product to the mock endpoints while the product runs ahead. Written before a
 * request is sent and read when it arrives, the file is never behind, as a message to the other process
 * could be.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const bytes = 8;

export interface SharedClock {
  read(): number;
  write(time: number): void;
  close(): void;
}

export function openSharedClock(path: string, mode: 'create' | 'existing'): SharedClock {
  const file = openSync(path, mode === 'create' ? 'w+' : 'r+', 0o600);
  const value = new Float64Array(1);
  return {
    read() {
      readSync(file, value, 0, bytes, 0);
      return value[0] ?? 0;
    },
    write(time) {
      value[0] = time;
      writeSync(file, value, 0, bytes, 0);
    },
    close: () => closeSync(file),
  };
}
