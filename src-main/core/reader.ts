/** The reader thread with all its reads. */
import type { Log } from './ports.ts';
import type { AllReads } from './reads.ts';
import {
  createReaderThread,
  type ReaderThread,
  type StartReader,
  startThread,
} from './store/reader/reader-thread.ts';

export type Reader = ReaderThread<AllReads>;

/** The built worker is next to the entry points; in the source tree, it is next to this file. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './reader-worker.ts' : './reader-worker.js',
  import.meta.url,
);

export const createReader = (
  databaseFile: string,
  log: Log,
  startReader: StartReader = startThread(workerFile),
): Reader => createReaderThread<AllReads>(startReader, databaseFile, log);
