/** `npm run bench -- [rows]`: numbers for docs/performance.md, as ratios to ceilings measured in the same run. */
import { parseArgs } from 'node:util';
import { audience } from './rows/audience.ts';
import { bullMq } from './rows/bull-mq.ts';
import { changeSubscribers } from './rows/change-subscribers.ts';
import { clientLibrary } from './rows/client-library.ts';
import { concurrencyUsed } from './rows/concurrency.ts';
import { diagnosis } from './rows/diagnosis.ts';
import { drain } from './rows/drain.ts';
import { endToEnd } from './rows/end-to-end.ts';
import { exploreBugs } from './rows/explore-bugs.ts';
import { filter } from './rows/filter.ts';
import { forwarding } from './rows/forwarding.ts';
import { growth } from './rows/growth.ts';
import { ingest } from './rows/ingest.ts';
import { liveBoard, liveTail, longList, movingActivity } from './rows/interface.ts';
import { isolation } from './rows/isolation.ts';
import { largeBatches } from './rows/large-batches.ts';
import { mocks } from './rows/mocks.ts';
import { opening } from './rows/opening.ts';
import { scale } from './rows/scale.ts';
import { scenarios } from './rows/scenarios.ts';
import { startup } from './rows/startup.ts';
import { describeMachine, printTable, type Row } from './table.ts';

const benches: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  'end-to-end': endToEnd,
  'bull-mq': bullMq,
  ingest,
  drain,
  concurrency: concurrencyUsed,
  isolation,
  'large-batches': largeBatches,
  'client-library': clientLibrary,
  mocks,
  forwarding,
  scenarios,
  audience,
  filter,
  diagnosis,
  'change-subscribers': changeSubscribers,
  startup,
  opening,
  'live-tail': liveTail,
  'long-list': () => longList(1_000_000),
  'moving-activity': movingActivity,
  'live-board': liveBoard,
  scale: () => scale(100_000),
  million: () => scale(1_000_000),
  growth,
  'explore-bugs': exploreBugs,
};

/** Take minutes, and some of them gigabytes. */
const onlyIfNamed = ['million', 'growth', 'explore-bugs'];

const usage = `npm run bench -- [rows]

  rows    ${Object.keys(benches).join(', ')}; default: all but ${onlyIfNamed.join(', ')}
  --help  show this
`;

function readArguments() {
  try {
    const options = { help: { type: 'boolean' } } as const;
    const read = parseArgs({ options, allowPositionals: true });
    const unknown = read.positionals.filter((name) => !Object.hasOwn(benches, name));
    if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}.`);
    return read;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals: wanted } = readArguments();
if (values.help === true) {
  process.stdout.write(usage);
  process.exit(0);
}
const isWanted = (name: string): boolean =>
  wanted.length > 0 ? wanted.includes(name) : !onlyIfNamed.includes(name);

process.stdout.write(`${describeMachine()}\nMedians of several runs in turn.\n\n`);
const rows: Row[] = [];
for (const [name, bench] of Object.entries(benches))
  if (isWanted(name)) rows.push(...(await bench()));
printTable(rows);
