/** The reader thread, with everything that can be asked of it. */
import type { Log } from './ports.ts';
import type { AllReads } from './reads.ts';
import { createReaderThread, type ReaderThread } from './store/reader/reader-thread.ts';

export type Reader = ReaderThread<AllReads>;

/** Built, the worker lies beside the entries; in the sources, beside this file. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './reader-worker.ts' : './reader-worker.js',
  import.meta.url,
);

export const createReader = (databaseFile: string, log: Log): Reader =>
  createReaderThread<AllReads>(workerFile, databaseFile, log);
