/** The product logged no error. */
import { formatOffset } from '#shared/kit/duration.ts';
import { failedAt, type Outcome, passedAt } from '../expect/outcome.ts';
import { countText } from '../expect/report-text.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import type { EngineObservations, RunFacts } from '../run-facts.ts';

export function checkLog(history: HistoryIndex, facts: RunFacts, _: EngineObservations): Outcome {
  const errors = history.problems;
  const [first] = errors;
  if (first === undefined) return passedAt(facts.now);
  return failedAt(first.at, {
    expected: "no errors in Hookwright's log",
    found: `${countText(errors.length, 'error')}; the first at ${formatOffset(first.at)}: ${first.message}`,
  });
}
