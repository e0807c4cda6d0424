/** `every`, `signature` and `body`: what each record must satisfy. */

import { createMatcher } from '#shared/filter/match.ts';
import { bodyProblem } from '#shared/kit/body-pattern.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import type { SubjectRecord } from '../../history/history-index.ts';
import { bodyOf, subjectReaders, writtenBodyOf } from '../../history/readers.ts';
import { Inconclusive } from '../../inconclusive.ts';
import type { RunFacts } from '../../run-facts.ts';
import type { SubjectPlan } from '../plan.ts';
import { countText, firstName, type Noun, nouns, pluralOf } from '../report-text.ts';
import { type Finding, nothingFound, type Predicate } from './predicate.ts';

interface Violations {
  readonly all: number;
  readonly violating: ReadonlySet<SubjectRecord>;
  readonly first: SubjectRecord;
}

function createEach(
  noun: Noun,
  isSatisfied: (record: SubjectRecord) => boolean,
  finding: (violations: Violations) => Finding,
): Predicate {
  const violating = new Set<SubjectRecord>();
  let all = 0;
  return {
    add(record) {
      all += 1;
      if (!isSatisfied(record)) violating.add(record);
    },
    remove(record) {
      all -= 1;
      violating.delete(record);
    },
    holds: () => all > 0 && violating.size === 0,
    isEmpty: () => all === 0,
    finding() {
      const [first] = violating;
      return first === undefined
        ? nothingFound(countText(0, noun))
        : finding({ all, violating, first });
    },
  };
}

const maxMisses = 3;

/** "12 of 600 deliveries do not; the first is orders-101". */
const violationText = ({ all, violating, first }: Violations, noun: Noun): string =>
  `${formatCount(violating.size)} of ${formatCount(all)} ${pluralOf(noun)} ${violating.size === 1 ? "doesn't" : "don't"} match; the first is ${firstName(first)}`;

export function createEvery(
  { subject, every }: SubjectPlan & { readonly every: NonNullable<SubjectPlan['every']> },
  facts: RunFacts,
): Predicate {
  const noun = nouns[subject];
  const isSatisfied = createMatcher(every, subjectReaders[subject], facts);
  return createEach(noun, isSatisfied, (violations) => ({
    found: violationText(violations, noun),
    about: violations.first,
    misses: { of: 'every', records: [...violations.violating].slice(0, maxMisses) },
  }));
}

export function createSignature(expected: NonNullable<SubjectPlan['signature']>): Predicate {
  const signatureOf = (record: SubjectRecord): string | null =>
    record.kind === 'request' ? record.event.signature : null;
  return createEach(
    'request',
    (record) => signatureOf(record) === expected,
    (violations) => ({
      found: `${violationText(violations, 'request')}, ${signatureOf(violations.first) ?? 'not checked: its mock endpoint has no secret, or its sender does not sign'}`,
      about: violations.first,
      misses: null,
    }),
  );
}

export function createBody(
  expected: NonNullable<SubjectPlan['body']>,
  noun: Noun,
  redact: RedactSecrets,
): Predicate {
  return createEach(
    noun,
    (record) => {
      const problem = bodyProblem(expected, bodyOf(record));
      if (problem?.isUndecided) throw new Inconclusive('pattern_limit', problem.text(redact));
      return problem === null;
    },
    (violations) => ({
      found: `${violationText(violations, noun)}: ${bodyProblem(expected, writtenBodyOf(violations.first))?.text(redact) ?? ''}`,
      about: violations.first,
      misses: null,
    }),
  );
}
