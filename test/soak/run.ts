/**
 * `npm run soak -- [minutes] [seed]`: the kill test, for a chosen time; or `limit` (limit-run.ts), or
 * `scenarios` (scenario-runs.ts, then generated-scenarios.ts), or `explore` (explore-runs.ts), or
 * `verdicts` (verdict-runs.ts), or `busy` (busy-runs.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busyRuns } from './busy-runs.ts';
import { exploreRuns } from './explore-runs.ts';
import { generatedRuns } from './generated-scenarios.ts';
import { killRun } from './kill-run.ts';
import { limitRun } from './limit-run.ts';
import { scenarioRuns } from './scenario-runs.ts';
import { verdictRuns } from './verdict-runs.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function endWithUsage(): never {
  say(
    'Usage: npm run soak -- [minutes] [seed] | limit [megabytes] [messages]' +
      ' | scenarios [times] [generated] [seed] | explore [times] [languages]' +
      ' | verdicts [runs] [loops] [seed] | busy [times] [loops]',
  );
  process.exit(2);
}

/** An argument; its default if it is missing. */
function wholeNumber(index: number, fallback: number, min = 1): number {
  const value = Number(process.argv[index] ?? fallback);
  return Number.isSafeInteger(value) && value >= min ? value : endWithUsage();
}

if (process.argv[2] === 'limit') {
  const megabytes = wholeNumber(3, 500);
  const messages = wholeNumber(4, 4_300_000);
  process.exit((await limitRun(megabytes, messages, say)) ? 0 : 1);
}

if (process.argv[2] === 'scenarios') {
  const times = wholeNumber(3, 20, 0);
  const count = wholeNumber(4, 200, times === 0 ? 1 : 0);
  const generatedSeed = wholeNumber(5, Date.now() % 1_000_000, 0);
  const isRepeated = times === 0 || (await scenarioRuns(times, say));
  process.exit((await generatedRuns(count, generatedSeed, say)) && isRepeated ? 0 : 1);
}

if (process.argv[2] === 'explore') {
  const times = wholeNumber(3, 20);
  const languages = process.argv.slice(4);
  process.exit((await exploreRuns(times, languages, say)) ? 0 : 1);
}

if (process.argv[2] === 'verdicts') {
  const runs = wholeNumber(3, 200);
  const loops = wholeNumber(4, 2, 0);
  process.exit((await verdictRuns(runs, loops, wholeNumber(5, 1, 0), say)) ? 0 : 1);
}

if (process.argv[2] === 'busy') {
  const times = wholeNumber(3, 3);
  const loops = wholeNumber(4, 2, 0);
  process.exit((await busyRuns(times, loops, say)) ? 0 : 1);
}

const minutes = Number(process.argv[2] ?? 5);
const seed = wholeNumber(3, Date.now() % 1_000_000, 0);

if (!(minutes > 0)) endWithUsage();

const folder = mkdtempSync(join(tmpdir(), 'hookwright-soak-'));
const endsAt = performance.now() + minutes * 60_000;
say(`Killing the host under load for ${minutes} min, seed ${seed}, in ${folder}`);
const result = await killRun({
  folder,
  seed,
  shouldContinue(kills) {
    if (kills > 0 && kills % 50 === 0) say(`${kills} kills`);
    return performance.now() < endsAt;
  },
});

const { ledger, database } = result;
const checks: Readonly<Record<string, boolean>> = {
  'every message that got a 200 was received and accepted by each webhook': result.lost.every(
    (ids) => ids.length === 0,
  ),
  'every accepted message is in the ledger once': ledger.accepted === result.accepted,
  'everything was delivered': ledger.delivered === 2 * result.accepted,
  'the ledger balances': ledger.balanced,
  'the ledger agrees with the rows':
    JSON.stringify(database.counted) === JSON.stringify(database.kept),
  'every delivered one has the attempt that says so': database.unexplained === 0,
  'no message was accepted twice': database.twice === 0,
  'the file is whole': database.integrity === 'ok' && database.dangling === 0,
  'the last stop was clean': result.stopCode === 0,
};
say(
  `${result.kills} kills, ${result.accepted} messages accepted, ${result.repeated} requests repeated`,
);
for (const [what, holds] of Object.entries(checks)) say(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
const passed = Object.values(checks).every((holds) => holds);
if (passed) rmSync(folder, { recursive: true, force: true });
else say(`The data is kept in ${folder}; the same again: npm run soak -- ${minutes} ${seed}`);
process.exitCode = passed ? 0 : 1;
