/** Evaluates an expectation about messages, deliveries, attempts, requests or alerts. */

import { formatOffset } from '#shared/lib/virtual-time.ts';
import type { HistoryIndex, MessageRecord, SubjectRecord } from '../history/history-index.ts';
import { ifDecided } from '../run/inconclusive.ts';
import type { RunFacts } from '../run-facts.ts';
import { expectedText } from './expected-text.ts';
import { missOf, nearestMisses } from './nearest.ts';
import { failedAt, type Outcome, passedAt } from './outcome.ts';
import type { SubjectPlan } from './plan.ts';
import type { Finding } from './predicates/predicate.ts';
import type { Snapshots } from './predicates/snapshot.ts';
import { isOfSubject, recordsIn, startOf, type Window, windowOf } from './select.ts';
import { unusedTerms } from './unused-terms.ts';
import { createWatch, type Watch } from './watch.ts';

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
  const limit = plan.within === null || plan.per !== null ? facts.now : from + plan.within;
  // After the end of the run everything stays as it is.
  const until = Math.max(from, Math.min(plan.until ?? facts.now, limit, facts.now));
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
    return finding.misses.records.map((record) => missOf(record, every, plan.subject, facts));
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
