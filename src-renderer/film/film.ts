/** Attempts over time, as they are drawn. Pure. */
import type { PlotSeries } from '#renderer/ui/time-plot-options.ts';
import { type AttemptOutcome, attemptOutcomes } from '#shared/deliveries/delivery.ts';
import { codeLabel, webhookName } from '#shared/deliveries/text.ts';
import { formatMinute } from '#shared/kit/format.ts';
import type {
  AttemptCounts,
  Statistics,
  UrlOutage,
  WebhookStatistics,
} from '#shared/statistics/statistics.ts';

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface FilmOutage extends TimeSpan {
  /** Name of the URL, shown before the text. */
  readonly name: string;
  /** What the URL does, and until when, such as `returns 503 until 17:30`. */
  readonly text: string;
}

/** The attempts at one URL. */
export interface FilmLane {
  readonly key: string;
  readonly name: string;
  readonly attempts: AttemptCounts;
  readonly buckets: readonly AttemptCounts[];
  readonly outages: readonly FilmOutage[];
  readonly isFailing: boolean;
  /** Per bucket; absent without a prediction. */
  readonly predicted?: readonly PredictedCounts[];
}

/** Attempts that would be made, by their outcome. */
export interface PredictedCounts {
  readonly accepted: number;
  readonly failed: number;
}

/** A check of a run; null while it isn't decided. */
export interface FilmCheck {
  readonly at: number;
  readonly isPassed: boolean | null;
}

export interface Film extends TimeSpan {
  readonly bucketMs: number;
  readonly now: number;
  /** Whether the start moves along with the clock. */
  readonly isMoving: boolean;
  /** Attempts per bucket, oldest first. */
  readonly buckets: readonly AttemptCounts[];
  /** Deliveries waiting at the end of each bucket. */
  readonly waiting: readonly number[];
  /**
   * Deliveries waiting now, marked at the end of the curve. Null for no mark: if the clock was set back and the range
   * leaves out later entries, the curve ends at an earlier state.
   */
  readonly waitingNow: number | null;
  /** Next attempts per bucket, from the one that contains now. */
  readonly planned: readonly number[];
  /** Deliveries that would wait at the end of each bucket; absent without a prediction. */
  readonly predictedWaiting?: readonly number[];
  readonly outages: readonly FilmOutage[];
  readonly lanes: readonly FilmLane[];
  readonly checks: readonly FilmCheck[];
}

/** A mock endpoint by its name, any other URL by host and path. */
export const urlName = ({ mock, url }: Pick<WebhookStatistics, 'mock' | 'url'>): string =>
  mock ?? webhookName(url);

/** `returns 503`, or why there is no response. */
export function failureText({ status, code }: Pick<UrlOutage, 'status' | 'code'>): string {
  if (status !== null) return `returns ${status}`;
  return code === null ? 'is down' : `fails: ${codeLabel(code)}`;
}

/** Without an end, an outage lasts; but nothing more is known of a URL that no enabled destination has. */
function filmOutages(webhook: WebhookStatistics): readonly FilmOutage[] {
  const end = webhook.active ? Number.POSITIVE_INFINITY : (webhook.lastAttemptAt ?? 0);
  return webhook.outages
    .map((outage) => ({
      name: urlName(webhook),
      from: outage.from,
      to: outage.to ?? end,
      text:
        outage.to === null
          ? failureText(outage)
          : `${failureText(outage)} until ${formatMinute(outage.to)}`,
    }))
    .filter(({ from, to }) => from < to);
}

/** With the destination if several have the URL. */
function laneName(webhook: WebhookStatistics, all: readonly WebhookStatistics[]): string {
  const name = urlName(webhook);
  const isShared = all.some((other) => other !== webhook && urlName(other) === name);
  return isShared ? `${webhook.destinationName}: ${name}` : name;
}

/** Several destinations may have the same URL. */
function distinct(outages: readonly FilmOutage[]): readonly FilmOutage[] {
  const byKey = new Map(outages.map((outage) => [`${outage.name} ${outage.from}`, outage]));
  return [...byKey.values()].sort((a, b) => a.from - b.from);
}

/** `isMoving`: whether the start of the range moves along with the clock. */
export function filmOf(statistics: Statistics, isMoving: boolean): Film {
  const { from, to, bucketMs, now, buckets, waiting, webhooks, ahead } = statistics;
  const lanes = webhooks.map((webhook) => ({
    key: `${webhook.destinationId} ${webhook.url}`,
    name: laneName(webhook, webhooks),
    attempts: webhook.attempts,
    buckets: webhook.buckets,
    outages: filmOutages(webhook),
    isFailing: webhook.health === 'failing',
  }));
  return {
    ...{ from, to, bucketMs, now, isMoving, lanes },
    buckets: buckets.map(({ attempts }) => attempts),
    waiting: buckets.map((bucket) => bucket.waiting),
    waitingNow: ahead.deliveries + ahead.attempts > 0 ? null : waiting.deliveries,
    planned: waiting.planned,
    outages: distinct(lanes.flatMap((lane) => lane.outages)),
    checks: [],
  };
}

/** How the outcomes are drawn, from the line outwards. */
export const outcomeLooks = {
  accepted: { label: 'accepted', tone: 'ok', alpha: 0.62 },
  refused: { label: 'refused', tone: 'warn', alpha: 0.85 },
  failed: { label: 'failed', tone: 'bad', alpha: 0.8 },
  blocked: { label: 'blocked', tone: 'ref', alpha: 0.8 },
} as const satisfies Record<AttemptOutcome, object>;

export const belowLine = ['refused', 'failed', 'blocked'] as const;

export const notAccepted = (counts: AttemptCounts): number =>
  belowLine.reduce((sum, outcome) => sum + counts[outcome], 0);

export const attemptCount = (counts: AttemptCounts): number =>
  counts.accepted + notAccepted(counts);

/** Whether nothing was attempted and nothing waited. */
export const isEmpty = ({ buckets, waiting }: Pick<Film, 'buckets' | 'waiting'>): boolean =>
  buckets.every((counts) => attemptCount(counts) === 0) && waiting.every((count) => count === 0);

/** The outcomes that a legend names: those that usually occur, and others that did. */
export const shownOutcomes = ({ buckets }: Film): readonly AttemptOutcome[] =>
  attemptOutcomes.filter(
    (outcome) => outcome !== 'blocked' || buckets.some(({ blocked }) => blocked > 0),
  );

/** As text: the outcomes and what waits, per bucket. */
export const filmSeries = (film: Film): readonly PlotSeries[] => [
  ...shownOutcomes(film).map((outcome) => ({
    ...outcomeLooks[outcome],
    key: outcome,
    values: film.buckets.map((counts) => counts[outcome]),
  })),
  { key: 'waiting', label: 'waiting', tone: 'info', values: film.waiting },
];

/** Room for what is planned, as a share of the range. */
const futureShare = 1 / 6;

/** The times at the left and right edge. The right part is after now. */
export function viewAt(film: Film, now: number): TimeSpan {
  const { from, to, bucketMs, isMoving } = film;
  const start = isMoving ? now - (to - bucketMs - from) : from;
  const shown = Math.max(bucketMs, now - start);
  return { from: start, to: Math.max(isMoving ? now : to, now + shown * futureShare) };
}

/** The buckets that a drag from one time to another covers. */
export function bucketsBetween(film: Film, one: number, other: number): TimeSpan {
  const { from, to, bucketMs } = film;
  const bucketAt = (time: number) =>
    from + Math.floor((Math.min(to - 1, Math.max(from, time)) - from) / bucketMs) * bucketMs;
  return {
    from: bucketAt(Math.min(one, other)),
    to: bucketAt(Math.max(one, other)) + bucketMs,
  };
}
