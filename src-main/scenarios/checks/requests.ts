/** The sender's attempts and the mock endpoints' logs agree one to one. */
import { formatOffset } from '#shared/kit/duration.ts';
import { failedAt, type Outcome, passedAt } from '../expect/outcome.ts';
import { mockPrefix } from '../expect/predicates/groups.ts';
import { countText, recordName } from '../expect/report-text.ts';
import { crashesOf, httpStepsOf, isDuring, type StepSpan } from '../expect/step-spans.ts';
import type {
  AttemptRecord,
  HistoryIndex,
  RequestRecord,
  SubjectRecord,
} from '../history/history-index.ts';
import type { EngineObservations, RunFacts } from '../run-facts.ts';

interface Disagreement {
  readonly at: number;
  readonly text: string;
  readonly about: SubjectRecord | null;
}

/** No connection reached the mock endpoint, or TLS ended it: the log has at most the connection. */
function mayBeUnlogged({ event: { outcome, code } }: AttemptRecord): boolean {
  return outcome === 'blocked' || code === 'connection_refused' || code === 'host_not_found';
}

/** Within a message. */
const keyOf = (
  destination: string | null,
  mock: string,
  attempt: number | null,
  copiedBy: string | null,
): string => `${attempt}\n${mock}\n${destination}\n${copiedBy ?? ''}`;

const attemptKey = ({ event }: AttemptRecord): string =>
  keyOf(event.destination, event.webhook.slice(mockPrefix.length), event.attempt, event.copiedBy);

const requestKey = ({ event }: RequestRecord): string =>
  keyOf(event.destination, event.mock, event.attempt, event.copiedBy);

/** The attempts and log entries of one key; several only if a destination lists a mock endpoint twice. */
function compare(
  attempts: readonly AttemptRecord[],
  requests: readonly RequestRecord[],
  crashes: readonly StepSpan[],
): Disagreement | null {
  const [attempt] = attempts;
  const [request] = requests;
  if (attempt === undefined && request !== undefined)
    return isDuring(crashes, request.event.at)
      ? null
      : {
          at: request.event.at,
          text: `${recordName(request)} at ${request.event.mock}: a request without an attempt`,
          about: request,
        };
  if (attempt === undefined) return null;
  const required = attempts.filter((attempt) => !mayBeUnlogged(attempt));
  const { at, webhook } = attempt.event;
  const place = `${recordName(attempt)} at ${webhook.slice(mockPrefix.length)}`;
  if (requests.length < required.length)
    return { at, text: `${place}: an attempt without a log entry`, about: attempt };
  // After a crash, the attempt is made again under its number.
  const repeatable = requests.filter(({ event }) => isDuring(crashes, event.at));
  if (requests.length - repeatable.length > attempts.length)
    return {
      at,
      text: `${place}: ${countText(requests.length, 'request')} for ${countText(attempts.length, 'attempt')}`,
      about: attempt,
    };
  const statuses = requests.map(({ event }) => event.status);
  const different = attempts.find(
    ({ event }) => event.status !== null && !statuses.includes(event.status),
  );
  return different === undefined
    ? null
    : {
        at,
        text: `${place}: status ${different.event.status}, but ${statuses.join(', ')} in the log`,
        about: attempt,
      };
}

function differencesOf(
  attempts: readonly AttemptRecord[],
  requests: readonly RequestRecord[],
  crashes: readonly StepSpan[],
): readonly Disagreement[] {
  const attemptsByKey = Map.groupBy(
    attempts.filter(({ event }) => event.webhook.startsWith(mockPrefix)),
    attemptKey,
  );
  const requestsByKey = Map.groupBy(requests, requestKey);
  const keys = new Set([...attemptsByKey.keys(), ...requestsByKey.keys()]);
  return [...keys].flatMap(
    (key) => compare(attemptsByKey.get(key) ?? [], requestsByKey.get(key) ?? [], crashes) ?? [],
  );
}

export function checkRequests(
  history: HistoryIndex,
  facts: RunFacts,
  _: EngineObservations,
): Outcome {
  const crashes = crashesOf(history, facts);
  const notOfProduct = [...crashes, ...httpStepsOf(history, facts)];
  const foreign = history.requests
    .filter(
      ({ event, message }) =>
        message === null && event.entry === 'request' && !isDuring(notOfProduct, event.at),
    )
    .map(({ event }) => ({
      at: event.at,
      text: `a request at ${event.mock} (${formatOffset(event.at)}) without an attempt`,
      about: null,
    }));
  const differences = [
    ...foreign,
    ...[...history.messages.values()].flatMap(({ attempts, requests }) =>
      differencesOf(attempts, requests, crashes),
    ),
  ].sort((a, b) => a.at - b.at);
  const [first] = differences;
  if (first === undefined) return passedAt(facts.now);
  return failedAt(facts.now, {
    expected: 'one log entry of a mock endpoint for each attempt, with the same status',
    found: `${countText(differences.length, 'difference')}; the first is ${first.text}`,
    about: first.about,
  });
}
