/** What only one of two runs has. */
import type { HistoryEvent } from '#shared/schemas/scenario/history.ts';
import type { RunComparison } from '#shared/schemas/scenario/run.ts';
import type { RunHistory } from './run-history.ts';

const maxFirst = 50;

/** Bodies and signatures contain real times if the scenario starts now. */
const measured: ReadonlySet<string> = new Set(['body', 'headers', 'durationMs']);
/** A server that takes real time to respond moves these, too. */
const times: ReadonlySet<string> = new Set([
  ...measured,
  ...['at', 'startedAt', 'nextAt', 'windowEndsAt'],
]);

const comparable = (line: string, ignored: ReadonlySet<string>): string =>
  JSON.stringify(JSON.parse(line), (key, value: unknown) => (ignored.has(key) ? undefined : value));

interface Counted {
  count: number;
  readonly line: string;
}

type Lines = AsyncIterable<string> | Iterable<string>;

async function countLines(
  lines: Lines,
  ignored: ReadonlySet<string>,
): Promise<Map<string, Counted>> {
  const counts = new Map<string, Counted>();
  for await (const line of lines) {
    const key = comparable(line, ignored);
    const counted = counts.get(key);
    if (counted === undefined) counts.set(key, { count: 1, line });
    else counted.count += 1;
  }
  return counts;
}

function onlyIn(
  a: ReadonlyMap<string, Counted>,
  b: ReadonlyMap<string, Counted>,
): RunComparison['onlyInA'] {
  const first: HistoryEvent[] = [];
  let count = 0;
  for (const [key, counted] of a) {
    const more = counted.count - (b.get(key)?.count ?? 0);
    if (more <= 0) continue;
    count += more;
    if (first.length < maxFirst) first.push(JSON.parse(counted.line) as HistoryEvent);
  }
  return { count, first };
}

/** Whether two histories have the same events, apart from times and what contains them. */
export async function differInTimesOnly(a: Lines, b: Lines): Promise<boolean> {
  const inA = await countLines(a, times);
  const inB = await countLines(b, times);
  return onlyIn(inA, inB).count + onlyIn(inB, inA).count === 0;
}

export async function compareRuns(
  { lines }: Pick<RunHistory, 'lines'>,
  a: string,
  b: string,
): Promise<RunComparison> {
  const inA = await countLines(lines(a), measured);
  const inB = await countLines(lines(b), measured);
  return {
    onlyInA: onlyIn(inA, inB),
    onlyInB: onlyIn(inB, inA),
    isTimesOnly: await differInTimesOnly(lines(a), lines(b)),
  };
}
