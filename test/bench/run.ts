/** `npm run bench`: numbers for the README, as ratios to ceilings measured in the same run. */
import { ingest } from './rows/ingest.ts';
import { describeMachine, printTable } from './table.ts';

process.stdout.write(`${describeMachine()}\nMedians of several runs in turn.\n\n`);
printTable(await ingest());
