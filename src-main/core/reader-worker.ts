/** The reader thread: the composition root of what runs there. */
import { parentPort, workerData } from 'node:worker_threads';
import { createReads } from './reads.ts';
import { openReadStore } from './store/reader/read-store.ts';
import { serveReads } from './store/reader/serve-reads.ts';

if (parentPort === null) throw new Error('This is the entry of a thread.');
const store = openReadStore(String(workerData));
serveReads(parentPort, createReads(store), store.close);
