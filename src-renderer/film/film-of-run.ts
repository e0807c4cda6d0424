/** A scenario run, or its prediction, as a film. Pure. */
import { formatDuration } from '#shared/kit/duration.ts';
import type { Prediction } from '#shared/scenarios/schema/prediction.ts';
import type { Check, RunTimeline } from '#shared/scenarios/schema/report.ts';
import type { AttemptCounts } from '#shared/statistics/statistics.ts';
import {
  attemptCount,
  type Film,
  type FilmLane,
  type FilmOutage,
  notAccepted,
  type PredictedCounts,
} from './film.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const bucketSteps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 4, 6, 12, 24].map((hours) => hours * hourMs),
];
const maxBuckets = 200;

/** In a prediction, virtual time starts here. */
const defaultStart = Date.UTC(2026, 0, 1);

const none: AttemptCounts = { accepted: 0, refused: 0, failed: 0, blocked: 0 };

const sumOf = (a: AttemptCounts, b: AttemptCounts): AttemptCounts => ({
  accepted: a.accepted + b.accepted,
  refused: a.refused + b.refused,
  failed: a.failed + b.failed,
  blocked: a.blocked + b.blocked,
});

export const webhookLabel = (webhook: string): string => webhook.replace(/^(mock|server):/, '');

export interface RunToShow {
  /** Null before a run. */
  readonly timeline: RunTimeline | null;
  /** Those that are decided; until the end, there are others. */
  readonly checks: readonly Pick<Check, 'decidedAt' | 'verdict'>[];
  /** Virtual time that has passed. */
  readonly atMs: number;
  readonly isFinished: boolean;
  readonly prediction: Prediction | null;
}

/** The same counts in longer buckets. */
function rebucket<Counts>(
  buckets: readonly (Counts & { readonly index: number })[],
  fromMs: number,
  toMs: number,
  count: number,
  empty: Counts,
  sum: (a: Counts, b: Counts) => Counts,
): readonly Counts[] {
  const all = new Array<Counts>(count).fill(empty);
  for (const bucket of buckets) {
    const index = Math.min(count - 1, Math.floor((bucket.index * fromMs) / toMs));
    all[index] = sum(all[index] ?? empty, bucket);
  }
  return all;
}

/** The highest value of each longer bucket, up to `untilMs`, where the last value counts. */
function resample(
  values: readonly number[],
  fromMs: number,
  toMs: number,
  untilMs: number,
): readonly number[] {
  const count = values.length === 0 ? 0 : Math.floor(untilMs / toMs) + 1;
  const bucketAt = (ms: number): number => Math.ceil(ms / fromMs);
  return Array.from({ length: count }, (_, index) => {
    const last = values.at(-1) ?? 0;
    if (index === count - 1) return last;
    const within = values.slice(bucketAt(index * toMs), bucketAt((index + 1) * toMs));
    return within.length > 0
      ? Math.max(...within)
      : (values[Math.floor((index * toMs) / fromMs)] ?? last);
  });
}

const predictedSum = (a: PredictedCounts, b: PredictedCounts): PredictedCounts => ({
  accepted: a.accepted + b.accepted,
  failed: a.failed + b.failed,
});

/** Outages that have started, and those that are predicted, by mock endpoint. */
function outagesOf({ timeline, isFinished, prediction }: RunToShow, startsAt: number) {
  const started = timeline?.outages ?? [];
  const planned = isFinished ? [] : (prediction?.outages ?? []).slice(started.length);
  return [...started, ...planned].map((outage, index): FilmOutage & { readonly mock: string } => {
    const status = prediction?.outages[index]?.status;
    const length = formatDuration(outage.until - outage.from);
    return {
      mock: outage.mock,
      name: outage.mock,
      from: startsAt + outage.from,
      to: startsAt + outage.until,
      text: status === undefined ? `is down for ${length}` : `returns ${status} for ${length}`,
    };
  });
}

/** All of the run is in view: its length is predicted, and does not change while it runs. */
export function filmOfRun(run: RunToShow): Film {
  const { timeline, atMs, isFinished, prediction } = run;
  const startsAt = timeline?.film.startsAt ?? defaultStart;
  const predictedMs = isFinished ? 0 : (prediction?.virtualMs ?? 0);
  const spanMs = Math.max(1, atMs, predictedMs);
  const bucketMs =
    bucketSteps.find((step) => spanMs / step <= maxBuckets) ?? Math.ceil(spanMs / maxBuckets);
  const count = Math.floor(spanMs / bucketMs) + 1;
  const outages = outagesOf(run, startsAt);
  const actual = new Map(timeline?.film.lanes.map((lane) => [lane.webhook, lane.buckets]));
  const predicted = new Map(
    isFinished ? [] : prediction?.lanes.map((lane) => [lane.webhook, lane.buckets]),
  );
  const lanes = [...new Set([...predicted.keys(), ...actual.keys()])].map((webhook): FilmLane => {
    const sourceMs = timeline?.bucketMs ?? bucketMs;
    const buckets = rebucket(actual.get(webhook) ?? [], sourceMs, bucketMs, count, none, sumOf);
    const attempts = buckets.reduce(sumOf, none);
    const own = outages.filter(({ mock }) => webhook === `mock:${mock}`);
    const plannedBuckets = predicted.get(webhook);
    return {
      ...{ key: webhook, name: webhookLabel(webhook), attempts, buckets, outages: own },
      isFailing: own.length > 0 || notAccepted(attempts) * 10 > attemptCount(attempts),
      predicted:
        plannedBuckets === undefined || prediction === null
          ? []
          : rebucket(
              plannedBuckets,
              prediction.bucketMs,
              bucketMs,
              count,
              { accepted: 0, failed: 0 },
              predictedSum,
            ),
    };
  });
  return {
    ...{ from: startsAt, to: startsAt + spanMs, bucketMs, now: startsAt + atMs, isMoving: false },
    ...{ lanes, outages, planned: [], waitingNow: null },
    buckets: lanes.reduce<readonly AttemptCounts[]>(
      (sums, lane) => sums.map((sum, index) => sumOf(sum, lane.buckets[index] ?? none)),
      new Array<AttemptCounts>(count).fill(none),
    ),
    waiting:
      timeline === null ? [] : resample(timeline.film.waiting, timeline.bucketMs, bucketMs, atMs),
    predictedWaiting:
      isFinished || prediction === null
        ? []
        : resample(prediction.waiting, prediction.bucketMs, bucketMs, spanMs),
    checks: [
      ...run.checks
        .filter(({ verdict }) => verdict !== 'skipped')
        .map(({ decidedAt, verdict }) => ({
          at: startsAt + decidedAt,
          isPassed: verdict === 'inconclusive' ? null : verdict === 'passed',
        })),
      ...(isFinished ? [] : [{ at: startsAt + spanMs, isPassed: null }]),
    ],
  };
}
