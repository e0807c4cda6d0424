/** `duration`: percentiles, by nearest rank. */

import { compactDuration, formatOffset } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { RecordExpectation } from '#shared/scenarios/schema/expectation.ts';
import type { MessageRecord, SubjectRecord } from '../../history/history-index.ts';
import { messageOf } from '../../history/readers.ts';
import { countText, firstName, type Noun } from '../report-text.ts';
import { nothingFound, type Predicate } from './predicate.ts';

const ranks = [
  { name: 'p50', limit: 'p50Ms', share: 0.5 },
  { name: 'p90', limit: 'p90Ms', share: 0.9 },
  { name: 'p99', limit: 'p99Ms', share: 0.99 },
  { name: 'max', limit: 'maxMs', share: 1 },
] as const;

type DurationLimits = NonNullable<RecordExpectation['duration']>;

const limitedBy = (limits: DurationLimits) =>
  ranks.flatMap(({ name, limit, share }) => {
    const limitMs = limits[limit];
    return limitMs === null ? [] : [{ name, share, limitMs, within: 0 }];
  });

export const is2xx = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** From acceptance to the first 2xx; infinite without one. */
function untilAccepted({ event, attempts }: MessageRecord): number {
  const first = attempts
    .filter((attempt) => is2xx(attempt.event.status))
    .reduce((least, attempt) => Math.min(least, attempt.event.at), Number.POSITIVE_INFINITY);
  return first - event.at;
}

/** Of an attempt, its own; of a message, until the first 2xx. */
function durationOf(record: SubjectRecord): number {
  if (record.kind === 'attempt') return record.event.durationMs;
  return record.kind === 'message' ? untilAccepted(record) : Number.NaN;
}

const valueText = (ms: number): string =>
  ms === Number.POSITIVE_INFINITY ? 'without a 2xx' : compactDuration(Math.round(ms));

/** The smallest number of records that must be within the limit. */
const rankOf = (share: number, count: number): number => Math.ceil(share * count);

export const limitsText = (limits: DurationLimits): string =>
  limitedBy(limits)
    .map(({ name, limitMs }) => `${name} at most ${compactDuration(limitMs)}`)
    .join(', ');

export function createDuration(limits: DurationLimits, noun: Noun): Predicate {
  const durations = new Map<SubjectRecord, number>();
  const limited = limitedBy(limits);

  function change(duration: number, by: 1 | -1): void {
    for (const one of limited) if (duration <= one.limitMs) one.within += by;
  }

  const isExceeded = ({ share, within }: (typeof limited)[number]): boolean =>
    within < rankOf(share, durations.size);

  return {
    add(record) {
      const duration = durationOf(record);
      durations.set(record, duration);
      change(duration, 1);
    },
    remove(record) {
      change(durations.get(record) ?? Number.NaN, -1);
      durations.delete(record);
    },
    holds: () => durations.size > 0 && !limited.some(isExceeded),
    isEmpty: () => durations.size === 0,
    finding() {
      const sorted = [...durations].sort(([, a], [, b]) => a - b);
      const slowest = sorted.at(-1);
      if (slowest === undefined) return nothingFound(countText(0, noun));
      const exceeded = limited
        .filter(isExceeded)
        .map(
          ({ name, share }) =>
            `${name} ${valueText(sorted[rankOf(share, sorted.length) - 1]?.[1] ?? 0)}`,
        )
        .join(', ');
      const [record, duration] = slowest;
      return {
        found: `${exceeded} over ${countText(sorted.length, noun)}; the slowest is ${firstName(record)} (${
          duration === Number.POSITIVE_INFINITY ? 'no 2xx' : valueText(duration)
        }, ${formatOffset(messageOf(record)?.event.at ?? 0)})${
          duration === Number.POSITIVE_INFINITY ? withoutText(sorted) : ''
        }`,
        about: record,
        misses: null,
      };
    },
  };
}

function withoutText(sorted: readonly (readonly [SubjectRecord, number])[]): string {
  const without = sorted.filter(([, duration]) => duration === Number.POSITIVE_INFINITY).length;
  return `; ${formatCount(without)} have no 2xx`;
}
