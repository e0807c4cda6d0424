/** Expectations about records in the form in which they are evaluated, with parsed filters. */
import { parseSubjectFilter } from '#shared/filter/parse.ts';
import type { Subject, SubjectFilter } from '#shared/filter/subject.ts';
import type { Grouping, RecordExpectation } from '#shared/scenarios/schema/expectation.ts';

/** Both ends are included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Null: no limit. */
export interface DurationLimits {
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

/** The part of the run that an expectation is about. */
export interface Span {
  readonly from: number;
  /** Null until the end. */
  readonly until: number | null;
  readonly since: string | null;
  readonly within: number | null;
}

/** Null: not expected. */
export interface Predicates {
  readonly count: Range | null;
  readonly per: Grouping | null;
  readonly every: SubjectFilter | null;
  readonly duration: DurationLimits | null;
  readonly order: { readonly inversions: number } | null;
  readonly spacing: 'backoff' | Range | null;
  readonly signature: 'valid' | 'invalid' | 'missing' | null;
  readonly body: RecordExpectation['body'];
  readonly snapshot: string | null;
}

export interface SubjectPlan extends Predicates, Span {
  readonly subject: Subject;
  readonly filter: SubjectFilter;
  /** Requests of this mock endpoint only. */
  readonly mock: string | null;
  readonly holds: RecordExpectation['holds'];
}

export const rangeOf = ({
  min,
  max,
}: {
  readonly min: number;
  readonly max: number | null;
}): Range => ({
  min,
  max: max ?? Number.POSITIVE_INFINITY,
});

/** Filters are checked when the file is read; an invalid one is a bug. */
export function filterOf(text: string, subject: Subject): SubjectFilter {
  const parsed = parseSubjectFilter(text, subject);
  if (!parsed.ok) throw new Error(`invalid filter: ${text}: ${parsed.problem.message}`);
  return parsed.filter;
}

export function planOf(expectation: RecordExpectation): SubjectPlan {
  const { subject, count, every, duration, order, spacing } = expectation;
  return {
    subject,
    filter: filterOf(expectation.filter, subject),
    mock: expectation.mock,
    count: count === null ? null : rangeOf(count),
    per: expectation.per,
    every: every === null ? null : filterOf(every, subject),
    duration:
      duration === null
        ? null
        : { p50: duration.p50Ms, p90: duration.p90Ms, p99: duration.p99Ms, max: duration.maxMs },
    order: order === null ? null : { inversions: expectation.inversions },
    spacing:
      spacing === null
        ? null
        : spacing.kind === 'backoff'
          ? 'backoff'
          : rangeOf({ min: spacing.minMs, max: spacing.maxMs }),
    signature: expectation.signature,
    body: expectation.body,
    snapshot: expectation.snapshot,
    holds: expectation.holds,
    from: expectation.fromMs,
    until: expectation.untilMs,
    since: expectation.since,
    within: expectation.withinMs,
  };
}
