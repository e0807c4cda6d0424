/**
 * `npm run soak -- explore [times] [languages]`: explores receivers with planted bugs, and the same ones
 * without. Each written scenario runs that many times. At most one bug in twenty may be missed.
 */
import {
  bugsOf,
  exploreReceiver,
  findingLimits,
  isInstalled,
  type Planted,
  planted,
  stepLinesIn,
} from '#test/scenarios/explore/planted.ts';

const maxMissedShare = 1 / 20;

type Say = (line: string) => void;

async function isFound(receiver: Planted, bug: string, times: number, say: Say): Promise<boolean> {
  const { report, seconds, replays } = await exploreReceiver(receiver, bug, { replays: times });
  const { disturbances = [], text = '' } = report.finding ?? {};
  const failed = replays.filter((verdict) => verdict === 'failed').length;
  const lines = stepLinesIn(text ?? '');
  const isGood =
    seconds <= findingLimits.seconds &&
    disturbances.length > 0 &&
    lines <= findingLimits.stepLines &&
    failed === times;
  const found = disturbances.map(({ kind, messageId }) => `${kind} ${messageId}`).join(', ');
  const result =
    found === ''
      ? report.verdict
      : `${found}, ${lines} lines of steps, failed again ${failed} of ${times}`;
  say(
    `${isGood ? 'ok    ' : 'FAILED'} ${receiver.language} ${bug}: ${seconds.toFixed(1)} s, ${result}`,
  );
  return isGood;
}

async function isQuiet(receiver: Planted, say: Say): Promise<boolean> {
  const { code, output, report } = await exploreReceiver(receiver, 'none', {
    flags: ['--allow-incomplete'],
  });
  const holds = code === 0 && report.verdict === 'passed';
  say(
    `${holds ? 'ok    ' : 'FAILED'} ${receiver.language} none: ${report.coverage.runs} schedules`,
  );
  if (!holds) say(output);
  return holds;
}

/** Of these languages, or of all. Returns whether enough was found, and nothing where nothing is. */
export async function exploreRuns(
  times: number,
  languages: readonly string[],
  say: Say,
): Promise<boolean> {
  const unknown = languages.filter((name) => !planted.some(({ language }) => language === name));
  if (unknown.length > 0) {
    say(
      `Unknown language ${unknown[0]}. Use ${planted.map(({ language }) => language).join(' ')}.`,
    );
    return false;
  }
  let bugs = 0;
  let missed = 0;
  let areQuiet = true;
  for (const receiver of planted) {
    const { language } = receiver;
    if (languages.length > 0 && !languages.includes(language)) continue;
    if (!isInstalled(receiver)) {
      say(`skipped ${language}: it is missing`);
      continue;
    }
    for (const bug of bugsOf(receiver)) {
      bugs += 1;
      if (!(await isFound(receiver, bug, times, say))) missed += 1;
    }
    areQuiet = (await isQuiet(receiver, say)) && areQuiet;
  }
  say(`${bugs - missed} of ${bugs} bugs found`);
  return missed <= bugs * maxMissedShare && areQuiet;
}
