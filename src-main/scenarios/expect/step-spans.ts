/** When steps of an action ran. */
import type { HistoryIndex } from '../history/history-index.ts';
import type { RunFacts } from '../run-facts.ts';

export interface StepSpan {
  readonly from: number;
  readonly until: number;
}

const spansOf = (
  history: HistoryIndex,
  { steps, now }: RunFacts,
  spanAction: string,
): readonly StepSpan[] =>
  steps.flatMap(({ id, action }) => {
    const times = action === spanAction ? history.steps.get(id) : undefined;
    return times === undefined ? [] : [{ from: times.startedAt, until: times.endedAt ?? now }];
  });

/** From the kill of the product's process until its restart. */
export const crashesOf = (history: HistoryIndex, facts: RunFacts): readonly StepSpan[] =>
  spansOf(history, facts, 'crash');

/** From the stop or kill of the product's process until its restart. */
export const downTimesOf = (history: HistoryIndex, facts: RunFacts): readonly StepSpan[] => [
  ...crashesOf(history, facts),
  ...spansOf(history, facts, 'restart'),
];

/** While requests of the file itself may arrive at mock endpoints. */
export const httpStepsOf = (history: HistoryIndex, facts: RunFacts): readonly StepSpan[] =>
  spansOf(history, facts, 'http');

/** Whether one of them lies within a span, or touches it. */
export const isDuring = (spans: readonly StepSpan[], from: number, until = from): boolean =>
  spans.some((span) => span.from <= until && span.until >= from);
