/** Expectations about records in the form in which they are evaluated. */
import { parseSubjectFilter } from '#shared/filter/parse.ts';
import type { Subject, SubjectFilter } from '#shared/filter/subject.ts';
import type { RecordExpectation } from '#shared/scenarios/schema/expectation.ts';

/** Both ends are included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** An expectation about records with parsed filters. Predicates that are not expected are null. */
export interface SubjectPlan
  extends Omit<RecordExpectation, 'filter' | 'count' | 'every' | 'spacing'> {
  readonly filter: SubjectFilter;
  readonly count: Range | null;
  readonly every: SubjectFilter | null;
  readonly spacing: 'backoff' | Range | null;
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
  const { subject, filter, count, every, spacing } = expectation;
  return {
    ...expectation,
    filter: filterOf(filter, subject),
    count: count === null ? null : rangeOf(count),
    every: every === null ? null : filterOf(every, subject),
    spacing:
      spacing === null || spacing.kind === 'backoff'
        ? (spacing?.kind ?? null)
        : rangeOf({ min: spacing.minMs, max: spacing.maxMs }),
  };
}
