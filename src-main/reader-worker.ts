/** Entry point of the reader threads: of the data folder, of the database in a run archive, and of scenario files. */
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createRunReads } from '#main/scenarios/run-reads.ts';
import { openReadStore } from '#main/store/reader/read-store.ts';
import type { ThreadTask } from '#main/store/reader/reader-thread.ts';
import { serveReads } from '#main/store/reader/serve-reads.ts';
import { createReads } from './reads.ts';

if (parentPort === null) throw new Error('This module must run in a worker thread.');
/**
 * Gives deliveries priority on machines with few cores: the thread gets about a third of its normal
 * share. A much lower priority would delay lists whenever the machine is busy.
 */
const lowerPriorityBy = 5;

// Only Linux supports this for a single thread.
if (process.platform === 'linux')
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + lowerPriorityBy));

const task: ThreadTask = workerData;
switch (task.kind) {
  case 'data': {
    const store = openReadStore(task.databaseFile);
    serveReads(parentPort, createReads(store), store.close);
    break;
  }
  case 'run': {
    const { reads, close } = createRunReads(task.databaseFile);
    serveReads(parentPort, reads, close);
    break;
  }
  case 'scenarios': {
    // The other threads start without it.
    const { createScenarioChecks } = await import('#main/scenarios/scenario-checks.ts');
    serveReads(parentPort, createScenarioChecks(), () => undefined);
  }
}
