/** Texts of reports: counts, ranges, records and their times. */

import type { Subject } from '#shared/filter/subject.ts';
import { compactDuration, formatOffset } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { SubjectRecord } from '../history/history-index.ts';
import { messageOf } from '../history/readers.ts';
import type { Range } from './plan.ts';

export type Noun = 'message' | 'delivery' | 'attempt' | 'request' | 'alert' | 'user' | 'inversion';

const plurals: Readonly<Record<string, string>> = { delivery: 'deliveries', copy: 'copies' };

export const nouns: Readonly<Record<Subject, Noun>> = {
  messages: 'message',
  deliveries: 'delivery',
  attempts: 'attempt',
  requests: 'request',
  alerts: 'alert',
};

export const pluralOf = (noun: string): string => plurals[noun] ?? `${noun}s`;

/** "1 message", "2 messages". */
export const countText = (count: number, noun: string): string =>
  `${formatCount(count)} ${count === 1 ? noun : pluralOf(noun)}`;

const bounds = ({ min, max }: Range, text: (value: number) => string): string => {
  if (min === max) return text(min);
  if (max === Number.POSITIVE_INFINITY) return `at least ${text(min)}`;
  return min === 0 ? `at most ${text(max)}` : `${text(min)} to ${text(max)}`;
};

export const rangeText = (range: Range): string => bounds(range, formatCount);
/** `no lost messages`, `1 lost message`, `at most 2 lost messages`. */
export const rangeOfText = (range: Range, noun: string): string =>
  `${range.max === 0 ? 'no' : rangeText(range)} ${range.max === 1 ? noun : pluralOf(noun)}`;

export const spanText = (range: Range): string => bounds(range, compactDuration);

export const isWithin = ({ min, max }: Range, value: number): boolean =>
  value >= min && value <= max;

/** The time of a record: of its acceptance, start or arrival. */
export const timeOf = (record: SubjectRecord): number =>
  record.kind === 'attempt'
    ? record.event.startedAt
    : record.kind === 'delivery'
      ? (record.message?.event.at ?? record.event.at)
      : record.event.at;

/** Such as `orders-101, attempt 10`. */
export function recordName(record: SubjectRecord): string {
  switch (record.kind) {
    case 'message':
      return record.event.messageId;
    case 'delivery':
      return `${record.event.messageId} to ${record.event.destination}`;
    case 'attempt': {
      const { messageId, attempt, copiedBy } = record.event;
      return `${messageId}, ${copiedBy === null ? `attempt ${attempt}` : `copy by ${copiedBy}`}`;
    }
    case 'request': {
      const { messageId, attempt, copiedBy, mock } = record.event;
      if (messageId === null) return `${record.event.entry} at ${mock}`;
      if (copiedBy !== null) return `${messageId}, copy by ${copiedBy}`;
      return attempt === null ? messageId : `${messageId}, attempt ${attempt}`;
    }
    case 'alert':
      return `alert of ${record.event.destination}`;
  }
}

/** Name and time, for lists. */
export const recordWithTime = (record: SubjectRecord): string =>
  `${recordName(record)} (${formatOffset(record.kind === 'delivery' ? record.event.at : timeOf(record))})`;

/** The shortest name to search for a record with. */
export const firstName = (record: SubjectRecord): string =>
  record.kind === 'message' || record.kind === 'delivery'
    ? (messageOf(record)?.event.messageId ?? recordName(record))
    : recordName(record);

const finalDigits = /(?<!\d)\d+$/;
const maxRanges = 5;

/** Ids with consecutive numbers as ranges: `orders-101 to orders-300, orders-305`. */
export function idRanges(ids: readonly string[]): string {
  const ranges: { readonly first: string; last: string; next: string | null }[] = [];
  for (const id of ids) {
    const digits = finalDigits.exec(id);
    const next = digits && `${id.slice(0, digits.index)}${Number(digits[0]) + 1}`;
    const range = ranges.at(-1);
    if (range?.next === id) Object.assign(range, { last: id, next });
    else ranges.push({ first: id, last: id, next });
  }
  const listed = ranges
    .slice(0, maxRanges)
    .map(({ first, last }) => (first === last ? first : `${first} to ${last}`))
    .join(', ');
  return ranges.length > maxRanges ? `${listed}, …` : listed;
}
