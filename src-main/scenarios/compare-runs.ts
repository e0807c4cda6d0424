/** What only one of two runs has. */
import { hash } from 'node:crypto';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import type { RunComparison } from '#shared/scenarios/schema/run.ts';
import type { RunHistory } from './run-history.ts';

const maxFirst = 50;

/** Bodies and signatures contain real times if the scenario starts now. */
const measured: ReadonlySet<string> = new Set(['body', 'bodyIsCut', 'headers', 'durationMs']);
/** A server that takes real time to respond moves these, too. */
const times: ReadonlySet<string> = new Set([
  ...measured,
  ...['at', 'startedAt', 'nextAt', 'windowEndsAt'],
]);

const comparable = (line: string, ignored: ReadonlySet<string>): string =>
  JSON.stringify(JSON.parse(line), (key, value: unknown) => (ignored.has(key) ? undefined : value));

/** What remains of an event when times and what contains them are left out. */
export const withoutTimes = (line: string): string => comparable(line, times);

/** Groups of lines; read again by each call. */
type Lines = () => AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

const keyOf = (line: string, ignored: ReadonlySet<string>): string =>
  hash('sha256', comparable(line, ignored), 'base64url');

/** How many more of each event the first has; negative: the second. A history may be large, so no event is kept. */
async function differencesOf(
  a: Lines,
  b: Lines,
  ignored: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const differences = new Map<string, number>();
  async function add(lines: Lines, step: 1 | -1): Promise<void> {
    for await (const group of lines())
      for (const line of group) {
        const key = keyOf(line, ignored);
        const difference = (differences.get(key) ?? 0) + step;
        if (difference === 0) differences.delete(key);
        else differences.set(key, difference);
      }
  }
  await add(a, 1);
  await add(b, -1);
  return differences;
}

async function onlyIn(
  lines: Lines,
  differences: ReadonlyMap<string, number>,
  sign: 1 | -1,
): Promise<RunComparison['onlyInA']> {
  const more = [...differences.values()].map((difference) => difference * sign);
  const excess = more.filter((difference) => difference > 0);
  const count = excess.reduce((sum, difference) => sum + difference, 0);
  const first = new Map<string, HistoryEvent>();
  const shown = Math.min(excess.length, maxFirst);
  if (shown === 0) return { count, first: [] };
  for await (const group of lines())
    for (const line of group) {
      const key = keyOf(line, measured);
      if ((differences.get(key) ?? 0) * sign <= 0 || first.has(key)) continue;
      first.set(key, JSON.parse(line) as HistoryEvent);
      if (first.size === shown) return { count, first: [...first.values()] };
    }
  return { count, first: [...first.values()] };
}

/** Whether two histories have the same events, apart from times and what contains them. */
export const differInTimesOnly = async (a: Lines, b: Lines): Promise<boolean> =>
  (await differencesOf(a, b, times)).size === 0;

export async function compareRuns(
  { lines }: Pick<RunHistory, 'lines'>,
  a: string,
  b: string,
): Promise<RunComparison> {
  const linesOfA = (): AsyncIterable<readonly string[]> => lines(a);
  const linesOfB = (): AsyncIterable<readonly string[]> => lines(b);
  const differences = await differencesOf(linesOfA, linesOfB, measured);
  return {
    onlyInA: await onlyIn(linesOfA, differences, 1),
    onlyInB: await onlyIn(linesOfB, differences, -1),
    isTimesOnly: await differInTimesOnly(linesOfA, linesOfB),
  };
}
