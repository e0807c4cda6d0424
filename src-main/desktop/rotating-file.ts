/** A log file that rotates at a size limit: the current file and the previous one are kept. */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface RotatingFile {
  write(record: string): void;
}

interface Opened {
  readonly descriptor: number;
  bytes: number;
}

function open(file: string): Opened {
  const descriptor = openSync(file, 'a', 0o600);
  return { descriptor, bytes: fstatSync(descriptor).size };
}

/** With a full disk or a missing folder, records are lost but work continues. */
export function createRotatingFile(file: string, maxBytes: number): RotatingFile {
  let opened: Opened | null = null;

  function withRoomFor(bytes: number): Opened {
    opened ??= open(file);
    if (opened.bytes === 0 || opened.bytes + bytes <= maxBytes) return opened;
    closeSync(opened.descriptor);
    opened = null;
    renameSync(file, `${file}.1`);
    opened = open(file);
    return opened;
  }

  mkdirSync(dirname(file), { recursive: true });
  return {
    write(record) {
      try {
        const chunk = Buffer.from(record);
        const target = withRoomFor(chunk.length);
        target.bytes += writeSync(target.descriptor, chunk);
      } catch {
        // Lost.
      }
    },
  };
}
