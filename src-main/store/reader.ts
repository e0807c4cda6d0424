/** The reader thread, which runs the reads of every capability. */
import type { Log } from '#main/kit/ports.ts';
import type { DeliveryReads } from './delivery-reads.ts';
import {
  createReaderThread,
  type ReaderThread,
  type StartReader,
  startThread,
} from './reader/reader-thread.ts';
import type { Reads } from './reader/reading.ts';

/** A capability names the reads that it runs. */
export type Reader<Needed extends Reads = DeliveryReads> = ReaderThread<Needed>;

/** The built worker is next to the entry points; in the source tree, it is next to `app.ts`. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? '../reader-worker.ts' : './reader-worker.js',
  import.meta.url,
);

export const createReader = <All extends Reads>(
  databaseFile: string,
  log: Log,
  startReader: StartReader = (file) =>
    startThread(workerFile, { kind: 'data', databaseFile: file }),
): Reader<All> => createReaderThread<All>(() => startReader(databaseFile), log);

/** Reads the database of a run archive. */
export const createRunReader = <All extends Reads>(databaseFile: string, log: Log): Reader<All> =>
  createReaderThread<All>(() => startThread(workerFile, { kind: 'run', databaseFile }), log);

/** Checks scenario files. */
export const createScenarioReader = <All extends Reads>(log: Log): Reader<All> =>
  createReaderThread<All>(() => startThread(workerFile, { kind: 'scenarios' }), log);
