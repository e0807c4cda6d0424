/** Evaluates an expectation about messages, deliveries, attempts, requests or alerts. */
import { termsOf } from '#shared/filter/filter.ts';
import { createMatcher, type FieldReaders, matchTerms, termValue } from '#shared/filter/match.ts';
import type { Subject, SubjectFilter, SubjectTerm } from '#shared/filter/subject.ts';
import { closestName } from '#shared/kit/closest-name.ts';
import { compactDuration, formatOffset } from '#shared/kit/duration.ts';
import type { NearestMiss } from '#shared/scenarios/schema/report.ts';
import type { HistoryIndex, MessageRecord, SubjectRecord } from '../history/history-index.ts';
import { subjectReaders, writtenBodyOf } from '../history/readers.ts';
import { ifDecided } from '../inconclusive.ts';
import type { RunFacts } from '../run-facts.ts';
import { expectedText } from './expected-text.ts';
import { failedAt, type Outcome, passedAt, referenceOf } from './outcome.ts';
import type { SubjectPlan } from './plan.ts';
import { isAboutMessage } from './predicates/count.ts';
import type { Finding } from './predicates/predicate.ts';
import type { Snapshots } from './predicates/snapshot.ts';
import { nouns, recordName, timeOf } from './report-text.ts';
import { isOfSubject, recordsIn, startOf, type Window, windowOf } from './select.ts';
import { createWatch, type Watch } from './watch.ts';

// Warns about terms that never matched: "0 requests" may hold only because of a wrong name.

/** A listed value, number or time is spelled correctly, or the file is invalid. */
const canBeMisspelled = ({ kind }: SubjectTerm): boolean =>
  kind !== 'choice' && kind !== 'number' && kind !== 'moment';

function suggestionFor(
  term: SubjectTerm,
  records: readonly SubjectRecord[],
  { subject }: SubjectPlan,
): string | null {
  if (term.kind !== 'text' && term.kind !== 'name') return null;
  const values = new Set<string>();
  for (const record of records) {
    const value = termValue(term, subjectReaders[subject], record);
    if (typeof value === 'string') values.add(value);
  }
  return closestName(term.value, values);
}

/** `count: 0`, `never`, and counts that may be 0. */
const mayBeEmpty = ({ holds, count }: SubjectPlan): boolean =>
  holds === 'never' || count?.min === 0;

function unusedTerms(plan: SubjectPlan, history: HistoryIndex, facts: RunFacts): readonly string[] {
  if (!mayBeEmpty(plan)) return [];
  const records = recordsIn(plan.subject, history, { from: 0, until: Number.POSITIVE_INFINITY });
  const messages = [...history.messages.values()];
  const readers = subjectReaders[plan.subject];
  const matchesSome = (term: SubjectTerm): boolean =>
    records.some(createMatcher(term, readers, facts)) ||
    (isAboutMessage(term) && messages.some(createMatcher(term, subjectReaders.messages, facts)));
  return termsOf(plan.filter).flatMap((term) => {
    if (!canBeMisspelled(term) || ifDecided(() => matchesSome(term), true)) return [];
    const suggestion = suggestionFor(term, records, plan);
    const question = suggestion === null ? '' : ` Did you mean ${suggestion}?`;
    return [`No ${nouns[plan.subject]} has ${term.written}.${question}`];
  });
}

// Nearest misses: records that almost match a filter, and the term they fail.

const maxMisses = 3;

/** With its unit. */
function foundText(term: SubjectTerm, value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'number' && term.kind === 'moment') return formatOffset(value);
  if (typeof value === 'number' && term.kind === 'number' && term.field === 'duration')
    return compactDuration(Math.round(value));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** For what is shown. */
const writtenReaders = (subject: Subject): FieldReaders<SubjectRecord> => ({
  ...subjectReaders[subject],
  body: writtenBodyOf,
});

function missOf(
  record: SubjectRecord,
  filter: SubjectFilter,
  readers: FieldReaders<SubjectRecord>,
  facts: RunFacts,
): NearestMiss {
  const terms = matchTerms(filter, readers, facts, record, foundText);
  return {
    subject: recordName(record),
    at: timeOf(record),
    terms: [...terms],
    reference: referenceOf(record),
  };
}

const failing = ({ terms }: NearestMiss): number => terms.filter(({ matches }) => !matches).length;

/**
 * The records that fail the fewest terms, then the earliest. Of records of one message that fail in the
 * same way, such as attempts with the same response, only the last is shown.
 */
function nearestMisses(
  records: Iterable<SubjectRecord>,
  filter: SubjectFilter,
  subject: Subject,
  facts: RunFacts,
): readonly NearestMiss[] {
  const readers = subjectReaders[subject];
  const misses = new Map<string, { readonly record: SubjectRecord; readonly at: number }>();
  let fewest = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const miss = missOf(record, filter, readers, facts);
    const fails = failing(miss);
    if (fails === 0 || fails > fewest) continue;
    if (fails < fewest) {
      fewest = fails;
      misses.clear();
    }
    const owner = record.kind === 'message' ? null : record.message;
    misses.set(JSON.stringify([owner?.event.messageId ?? miss.subject, miss.terms]), {
      record,
      at: miss.at,
    });
  }
  // Only those that are shown: reading each body as it was written takes longer.
  return [...misses.values()]
    .sort((a, b) => a.at - b.at)
    .slice(0, maxMisses)
    .map(({ record }) => missOf(record, filter, writtenReaders(subject), facts));
}

interface Decision {
  readonly holds: boolean;
  readonly at: number;
}

/** Times at which something changed, within a span of the run; both ends belong to it. */
function* momentsIn(history: HistoryIndex, from: number, until: number): Generator<number> {
  yield from;
  let last = from;
  for (const { event } of history.records) {
    if (event.at > until) return;
    if (event.at > last) {
      last = event.at;
      yield last;
    }
  }
}

/** Goes through the run until the expectation is decided. */
function decide(plan: SubjectPlan, history: HistoryIndex, facts: RunFacts, watch: Watch): Decision {
  const from = startOf(plan, history);
  const limit = plan.withinMs === null || plan.per !== null ? facts.now : from + plan.withinMs;
  // After the end of the run everything stays as it is.
  const until = Math.max(from, Math.min(plan.untilMs ?? facts.now, limit, facts.now));
  let wasDecidable = false;
  for (const at of momentsIn(history, from, until)) {
    const holds = watch.advance(at);
    if (plan.holds === 'eventually' && holds) return { holds: true, at };
    if (plan.holds === 'never' && holds) return { holds: false, at };
    if (plan.holds !== 'always') continue;
    if (!holds && !watch.isEmpty()) return { holds: false, at };
    wasDecidable ||= holds;
  }
  return { holds: plan.holds === 'never' || (plan.holds === 'always' && wasDecidable), at: until };
}

function nearestOf(
  finding: Finding,
  plan: SubjectPlan,
  history: HistoryIndex,
  facts: RunFacts,
  window: Window,
): Outcome['nearest'] {
  if (finding.misses === null) return [];
  if (finding.misses.of === 'every') {
    const { every } = plan;
    if (every === null) return [];
    return finding.misses.records.map((record) =>
      missOf(record, every, writtenReaders(plan.subject), facts),
    );
  }
  const { message } = finding.misses;
  const isCandidate = (record: SubjectRecord): boolean =>
    plan.mock === null || record.kind !== 'request' || record.event.mock === plan.mock;
  // A filter with one term has no near misses beyond the records of the message.
  const records =
    message === null ? recordsIn(plan.subject, history, window) : recordsOfMessage(plan, message);
  return nearestMisses(records.filter(isCandidate), plan.filter, plan.subject, facts);
}

function recordsOfMessage(
  { subject }: SubjectPlan,
  message: MessageRecord,
): readonly SubjectRecord[] {
  const all: readonly SubjectRecord[] = [
    message,
    ...message.attempts,
    ...message.requests,
    ...message.deliveries.flatMap(({ versions }) => versions.slice(-1)),
  ];
  return all.filter((record) => isOfSubject(record, subject));
}

function findingsOf(watch: Watch): readonly Finding[] {
  const failed = watch.predicates.filter((predicate) => !predicate.holds());
  // Of nothing, one finding says enough.
  const empty = failed.find((predicate) => predicate.isEmpty());
  return (empty === undefined ? failed : [empty]).map((predicate) => predicate.finding());
}

export function evaluateSubject(
  plan: SubjectPlan,
  history: HistoryIndex,
  facts: RunFacts,
  snapshots: Snapshots,
): Outcome {
  const expected = expectedText(plan);
  if (plan.since !== null && !history.steps.has(plan.since))
    return failedAt(facts.now, { expected, found: `the step ${plan.since} did not start` });
  const watch = createWatch(plan, history, facts, snapshots);
  const window = windowOf(plan, history);
  const decision =
    plan.holds === 'at end'
      ? { holds: watch.takeAll(), at: Math.min(window.until, facts.now) }
      : decide(plan, history, facts, watch);
  if (decision.holds) return passedAt(decision.at, unusedTerms(plan, history, facts));
  if (plan.holds === 'never')
    return failedAt(decision.at, { expected, found: `it holds at ${formatOffset(decision.at)}` });
  const findings = findingsOf(watch);
  const found = findings.map((finding) => finding.found).join('; ');
  return failedAt(decision.at, {
    expected,
    found: plan.holds === 'always' ? `${found}, at ${formatOffset(decision.at)}` : found,
    about: findings.find((finding) => finding.about !== null)?.about ?? null,
    nearest: findings.flatMap((finding) =>
      ifDecided(() => nearestOf(finding, plan, history, facts, window), []),
    ),
  });
}
