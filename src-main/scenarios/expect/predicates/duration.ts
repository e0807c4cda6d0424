/** `duration`: percentiles, by nearest rank. */

import { compactDuration, formatOffset } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { MessageRecord, SubjectRecord } from '../../history/history-index.ts';
import { messageOf } from '../../history/readers.ts';
import type { DurationLimits } from '../plan.ts';
import { countText, firstName, type Noun } from '../report-text.ts';
import type { Predicate } from './predicate.ts';

const ranks = { p50: 0.5, p90: 0.9, p99: 0.99, max: 1 } as const;
type RankName = keyof typeof ranks;
const rankNames: readonly RankName[] = ['p50', 'p90', 'p99', 'max'];

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
const rankOf = (name: RankName, count: number): number => Math.ceil(ranks[name] * count);

export const limitsText = (limits: DurationLimits): string =>
  rankNames
    .flatMap((name) => {
      const limit = limits[name];
      return limit === null ? [] : [`${name} at most ${compactDuration(limit)}`];
    })
    .join(', ');

export function createDuration(limits: DurationLimits, noun: Noun): Predicate {
  const durations = new Map<SubjectRecord, number>();
  const limited = rankNames.flatMap((name) => {
    const limit = limits[name];
    return limit === null ? [] : [{ name, limit, within: 0 }];
  });

  function change(duration: number, by: 1 | -1): void {
    for (const one of limited) if (duration <= one.limit) one.within += by;
  }

  const isExceeded = ({ name, within }: (typeof limited)[number]): boolean =>
    within < rankOf(name, durations.size);

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
    addMessage: null,
    holds: () => durations.size > 0 && !limited.some(isExceeded),
    isEmpty: () => durations.size === 0,
    finding() {
      const sorted = [...durations].sort(([, a], [, b]) => a - b);
      const slowest = sorted.at(-1);
      if (slowest === undefined)
        return {
          found: countText(0, noun),
          about: null,
          misses: { of: 'filter', message: null },
        };
      const exceeded = limited
        .filter(isExceeded)
        .map(
          ({ name }) => `${name} ${valueText(sorted[rankOf(name, sorted.length) - 1]?.[1] ?? 0)}`,
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
