/** The records an expectation is about. */
import { createMatcher } from '#shared/filter/match.ts';
import type { Subject } from '#shared/filter/subject.ts';
import type { HistoryIndex, SubjectRecord } from '../history/history-index.ts';
import { subjectReaders } from '../history/readers.ts';
import type { RunFacts } from '../run-facts.ts';
import type { SubjectPlan } from './plan.ts';
import { nouns, timeOf } from './report-text.ts';

export const isOfSubject = (record: SubjectRecord, subject: Subject): boolean =>
  record.kind === nouns[subject];

/** From `from` until before `until`. */
export interface Window {
  readonly from: number;
  readonly until: number;
}

/** `since` a step that never started: the window is empty. */
export function startOf(
  { fromMs, since }: Pick<SubjectPlan, 'fromMs' | 'since'>,
  { steps }: HistoryIndex,
): number {
  if (since === null) return fromMs;
  return (steps.get(since)?.startedAt ?? Number.POSITIVE_INFINITY) + fromMs;
}

export function windowOf(plan: SubjectPlan, history: HistoryIndex): Window {
  const from = startOf(plan, history);
  const until = plan.untilMs ?? Number.POSITIVE_INFINITY;
  const limited = plan.withinMs !== null && plan.per === null ? from + plan.withinMs + 1 : until;
  return { from, until: Math.min(until, limited) };
}

/** Whether a record matches the filter and mock endpoint. */
export function createSelector(
  plan: SubjectPlan,
  facts: RunFacts,
): (record: SubjectRecord) => boolean {
  const isOf = createMatcher(plan.filter, subjectReaders[plan.subject], facts);
  const { mock } = plan;
  return (record) =>
    (mock === null || record.kind !== 'request' || record.event.mock === mock) && isOf(record);
}

/** The records of a subject in a window; of a delivery or alert, its last version before the end. */
export function recordsIn(
  subject: Subject,
  history: HistoryIndex,
  { from, until }: Window,
): readonly SubjectRecord[] {
  switch (subject) {
    case 'messages':
      return [...history.messages.values()].filter(({ event: { at } }) => at >= from && at < until);
    case 'deliveries':
      return history.deliveries.flatMap(({ versions, message }) => {
        const version = versions.findLast(({ event }) => event.at < until);
        if (version === undefined) return [];
        return (message?.event.at ?? version.event.at) >= from ? [version] : [];
      });
    case 'attempts':
      return history.attempts
        .filter(({ event: { startedAt } }) => startedAt >= from && startedAt < until)
        .sort((a, b) => timeOf(a) - timeOf(b));
    case 'requests':
      return history.requests.filter(({ event: { at } }) => at >= from && at < until);
    case 'alerts':
      return [...history.alerts.values()].flatMap((last) => {
        let version: typeof last | null = last;
        while (version !== null && version.event.at >= until) version = version.before;
        return version !== null && version.event.at >= from ? [version] : [];
      });
  }
}
