/** Warns about terms that never matched: "0 requests" may hold only because of a wrong name. */
import { createMatcher, termsOf, termValue } from '#shared/filter/match.ts';
import { type SubjectTerm, subjectFields } from '#shared/filter/subject.ts';
import { closestName } from '#shared/lib/closest-name.ts';
import type { HistoryIndex, SubjectRecord } from '../history/history-index.ts';
import { subjectReaders } from '../history/readers.ts';
import { ifDecided } from '../run/inconclusive.ts';
import type { RunFacts } from '../run-facts.ts';
import type { SubjectPlan } from './plan.ts';
import { isAboutMessage } from './predicates/count-per-group.ts';
import { nouns } from './report-text.ts';
import { recordsIn } from './select.ts';

/** A listed value, number or time is spelled correctly, or the file is invalid. */
function canBeMisspelled(term: SubjectTerm, { subject }: SubjectPlan): boolean {
  if (term.kind === 'number' || term.kind === 'moment') return false;
  if (term.kind !== 'name') return true;
  return subjectFields[subject].find(({ name }) => name === term.field)?.choices === undefined;
}

const wantedText = (term: SubjectTerm): string | null => {
  if (term.kind === 'text') return term.text;
  return term.kind === 'name' ? term.name : null;
};

function suggestionFor(
  term: SubjectTerm,
  records: readonly SubjectRecord[],
  { subject }: SubjectPlan,
): string | null {
  const expectedText = wantedText(term);
  if (expectedText === null) return null;
  const values = new Set<string>();
  for (const record of records) {
    const value = termValue(term, subjectReaders[subject], record);
    if (typeof value === 'string') values.add(value);
  }
  return closestName(expectedText, values);
}

/** `count: 0`, `never`, and counts that may be 0. */
const mayBeEmpty = ({ holds, count }: SubjectPlan): boolean =>
  holds === 'never' || count?.min === 0;

export function unusedTerms(
  plan: SubjectPlan,
  history: HistoryIndex,
  facts: RunFacts,
): readonly string[] {
  if (!mayBeEmpty(plan)) return [];
  const records = recordsIn(plan.subject, history, { from: 0, until: Number.POSITIVE_INFINITY });
  const messages = [...history.messages.values()];
  const readers = subjectReaders[plan.subject];
  const matchesSome = (term: SubjectTerm): boolean =>
    records.some(createMatcher(term, readers, facts)) ||
    (isAboutMessage(term) && messages.some(createMatcher(term, subjectReaders.messages, facts)));
  return termsOf(plan.filter).flatMap((term) => {
    if (!canBeMisspelled(term, plan) || ifDecided(() => matchesSome(term), true)) return [];
    const suggestion = suggestionFor(term, records, plan);
    const question = suggestion === null ? '' : ` Did you mean ${suggestion}?`;
    return [`No ${nouns[plan.subject]} has ${term.written}.${question}`];
  });
}
