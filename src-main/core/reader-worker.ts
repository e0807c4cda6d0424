/** The reader thread: the composition root of what runs there. */
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createReads } from './reads.ts';
import { openReadStore } from './store/reader/read-store.ts';
import { serveReads } from './store/reader/serve-reads.ts';

if (parentPort === null) throw new Error('This module must run in a worker thread.');
/**
 * Deliveries come first where there are few cores: about a third of the time that the thread would
 * get beside them. Much less would keep lists waiting for whatever else the machine does.
 */
const lowerPriorityBy = 5;

// Only Linux sets it for this thread alone.
if (process.platform === 'linux')
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + lowerPriorityBy));

const store = openReadStore(String(workerData));
serveReads(parentPort, createReads(store), store.close);
