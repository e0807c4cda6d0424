/** Every request is signed over its raw bytes with its destination's secret. */
import { failedAt, type Outcome, passedAt } from '../expect/outcome.ts';
import { countText, recordWithTime } from '../expect/report-text.ts';
import type { HistoryIndex, RequestRecord } from '../history/history-index.ts';
import type { EngineObservations, RunFacts } from '../run-facts.ts';

/** Not signed as usual by intent: a changed copy, another secret, or a sender other than Hookwright. */
function isIntended({ event, message }: RequestRecord, observations: EngineObservations): boolean {
  if (message === null) return true;
  if (event.copiedBy !== null && observations.tamperedBy.includes(event.copiedBy)) return true;
  return observations.differentSecrets.some(
    ({ destination, mock, from, until }) =>
      destination === event.destination &&
      mock === event.mock &&
      event.at >= from &&
      (until === null || event.at <= until),
  );
}

export function checkSignatures(
  history: HistoryIndex,
  facts: RunFacts,
  observations: EngineObservations,
): Outcome {
  const wrong = history.requests.filter(
    (request) =>
      request.event.entry === 'request' &&
      (request.event.signature === 'invalid' || request.event.signature === 'missing') &&
      !isIntended(request, observations),
  );
  const [first] = wrong;
  if (first === undefined) return passedAt(facts.now);
  return failedAt(facts.now, {
    expected: 'a valid signature on each request',
    found: `${countText(wrong.length, 'request')} without one; the first is ${recordWithTime(first)}, ${first.event.signature}`,
    about: first,
  });
}
