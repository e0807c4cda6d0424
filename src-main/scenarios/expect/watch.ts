/** The predicates of an expectation, kept up to date while its records come and change. */
import type { HistoryIndex, MessageRecord, SubjectRecord } from '../history/history-index.ts';
import type { RunFacts } from '../run-facts.ts';
import type { SubjectPlan } from './plan.ts';
import { createCount, createCountPerGroup } from './predicates/count.ts';
import { createDuration } from './predicates/duration.ts';
import { createBody, createEvery, createSignature } from './predicates/each.ts';
import { createOrder } from './predicates/order.ts';
import type { Predicate } from './predicates/predicate.ts';
import { createSnapshot, type Snapshots } from './predicates/snapshot.ts';
import { createSpacing } from './predicates/spacing.ts';
import { nouns } from './report-text.ts';
import { createSelector, isOfSubject, recordsIn, windowOf } from './select.ts';

function predicatesOf(
  plan: SubjectPlan,
  history: HistoryIndex,
  facts: RunFacts,
  snapshots: Snapshots,
): readonly Predicate[] {
  const { subject, count, per, every, duration, order, spacing, signature, body, snapshot } = plan;
  const noun = nouns[subject];
  return [
    count !== null &&
      (per === null
        ? createCount(count, noun)
        : createCountPerGroup({ ...plan, per, count }, facts)),
    every !== null && createEvery({ ...plan, every }, facts),
    duration !== null && createDuration(duration, noun),
    order !== null && createOrder(plan.inversions, count === null ? (per ?? 'user') : 'user'),
    spacing !== null && createSpacing(spacing, history, facts),
    signature !== null && createSignature(signature),
    body !== null && createBody(body, noun, snapshots.redact),
    snapshot !== null && createSnapshot(snapshot, snapshots),
  ].filter((predicate) => predicate !== false);
}

export interface Watch {
  readonly predicates: readonly Predicate[];
  /** Takes the records up to this time, and says whether the expectation holds then. */
  advance(at: number): boolean;
  /** Takes the records of its window, as they are at its end. */
  takeAll(): boolean;
  /** There is nothing yet that could violate it. */
  isEmpty(): boolean;
}

export function createWatch(
  plan: SubjectPlan,
  history: HistoryIndex,
  facts: RunFacts,
  snapshots: Snapshots,
): Watch {
  const predicates = predicatesOf(plan, history, facts, snapshots);
  const isSelected = createSelector(plan, facts);
  let next = 0;

  const holds = (): boolean => predicates.every((predicate) => predicate.holds());

  function addMessage(message: MessageRecord): void {
    for (const predicate of predicates) predicate.addMessage?.(message);
  }

  function take(record: SubjectRecord): void {
    const before = 'before' in record ? record.before : null;
    if (before !== null && isSelected(before))
      for (const predicate of predicates) predicate.remove?.(before);
    if (isSelected(record)) for (const predicate of predicates) predicate.add(record);
  }

  return {
    predicates,
    advance(at) {
      for (; ; next += 1) {
        const record = history.records[next];
        if (record === undefined || record.event.at > at) return holds();
        if (record.kind === 'message') addMessage(record);
        if (isOfSubject(record, plan.subject)) take(record);
      }
    },
    takeAll() {
      if (predicates.some((predicate) => predicate.addMessage !== undefined))
        for (const message of history.messages.values()) addMessage(message);
      for (const record of recordsIn(plan.subject, history, windowOf(plan, history)))
        if (isSelected(record)) for (const predicate of predicates) predicate.add(record);
      return holds();
    },
    isEmpty: () => predicates.some((predicate) => predicate.isEmpty()),
  };
}
