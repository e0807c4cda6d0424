/** `npm run bench`: numbers for the README, as ratios to ceilings measured in the same run. */
import { endToEnd } from './rows/end-to-end.ts';
import { ingest } from './rows/ingest.ts';
import { describeMachine, printTable, type Row } from './table.ts';

const benches: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  'end-to-end': endToEnd,
  ingest,
};

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
process.stdout.write(`${describeMachine()}\nMedians of several runs in turn.\n\n`);
const rows: Row[] = [];
for (const [name, bench] of Object.entries(benches))
  if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await bench()));
printTable(rows);
