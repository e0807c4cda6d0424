/** Creates the report of a run. */
import type {
  Check,
  InconclusiveReason,
  RunReport,
  RunTimeline,
  Verdict,
} from '#shared/scenarios/schema/report.ts';
import { is2xx } from './expect/predicates/duration.ts';
import { type HeaderNames, historyHashOf } from './history/history-hash.ts';
import { type HistoryIndex, stateOf } from './history/history-index.ts';
import type { RunFacts } from './run-facts.ts';
import { filmOf } from './run-film.ts';

/** A worse verdict wins: failed over inconclusive over passed. */
export function combinedVerdict(
  checks: readonly Pick<Check, 'verdict'>[],
  inconclusive: readonly InconclusiveReason[],
): Verdict {
  if (checks.some(({ verdict }) => verdict === 'failed')) return 'failed';
  return inconclusive.length > 0 || checks.some(({ verdict }) => verdict === 'inconclusive')
    ? 'inconclusive'
    : 'passed';
}

type Lane = RunTimeline['lanes'][number];

export interface RunSummary
  extends Pick<RunReport, 'version' | 'scenario' | 'seed' | 'command' | 'real'> {
  /** Expectations in the order of the file, then invariants. */
  readonly checks: readonly Check[];
  readonly inconclusive: readonly InconclusiveReason[];
  readonly outages: RunTimeline['outages'];
  /** Headers whose values the history hash leaves out. */
  readonly randomHeaders: HeaderNames;
}

const maxBuckets = 500;

function laneOf(mock: string, { requests }: HistoryIndex, bucketMs: number): Lane {
  const buckets = new Map<number, Lane['buckets'][number]>();
  for (const { event } of requests) {
    if (event.mock !== mock) continue;
    const index = Math.floor(event.at / bucketMs);
    const bucket = buckets.get(index) ?? { index, ok: 0, failed: 0, noResponse: 0 };
    buckets.set(index, bucket);
    if (event.status === null) bucket.noResponse += 1;
    else if (is2xx(event.status)) bucket.ok += 1;
    else bucket.failed += 1;
    if (event.copies !== undefined) bucket.copies = (bucket.copies ?? 0) + event.copies - 1;
  }
  return { mock, buckets: [...buckets.values()].sort((a, b) => a.index - b.index) };
}

/** Of a run that may not have finished. */
export function timelineOf(
  history: HistoryIndex,
  facts: RunFacts,
  outages: RunTimeline['outages'],
): RunTimeline {
  const bucketMs = Math.ceil((facts.now + 1) / maxBuckets);
  return {
    film: filmOf(history, facts, outages, bucketMs),
    steps: facts.steps.flatMap(({ id, action, name }) => {
      const times = history.steps.get(id);
      if (times === undefined) return [];
      const { startedAt, endedAt } = times;
      return [{ id, action, name, startedAt, endedAt: endedAt ?? facts.now }];
    }),
    outages,
    bucketMs,
    lanes: facts.mocks.map((mock) => laneOf(mock, history, bucketMs)),
  };
}

export function createRunReport(
  { checks, inconclusive, outages, ...summary }: RunSummary,
  history: HistoryIndex,
  facts: RunFacts,
): RunReport {
  return {
    format: 1,
    version: summary.version,
    scenario: summary.scenario,
    seed: summary.seed,
    verdict: combinedVerdict(checks, inconclusive),
    inconclusive: [...inconclusive],
    checks: [...checks],
    historyHash: historyHashOf(history.events, summary.randomHeaders),
    virtualMs: facts.now,
    counts: {
      messages: history.messages.size,
      deliveries: history.deliveries.length,
      attempts: history.attempts.length,
      requests: history.requests.length,
      open: history.deliveries.filter((delivery) => stateOf(delivery) === 'waiting').length,
    },
    timeline: timelineOf(history, facts, outages),
    command: summary.command,
    real: summary.real,
  };
}
