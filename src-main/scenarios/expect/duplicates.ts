/** `duplicates`: requests that at-least-once does not explain. */
import type { HistoryIndex, MessageRecord, RequestRecord } from '../history/history-index.ts';
import { isRetried, type RunFacts } from '../run-facts.ts';
import { failedAt, type Outcome, passedAt } from './outcome.ts';
import type { Range } from './plan.ts';
import { mockPrefix } from './predicates/groups.ts';
import { countText, isWithin, rangeOfText, recordWithTime } from './report-text.ts';
import { crashesOf, isDuring, type StepSpan } from './step-spans.ts';

export interface Duplicate {
  readonly request: RequestRecord;
  readonly message: MessageRecord;
}

/** How often a destination lists a mock endpoint; each of its webhooks gets the message. */
const webhookCount = ({ destinations }: RunFacts, destination: string | null, mock: string) =>
  destinations
    .find(({ name }) => name === destination)
    ?.webhooks.filter((webhook) => webhook === `${mockPrefix}${mock}`).length ?? 1;

/** The previous attempt is one that is retried, or the user requested this one. */
function isRetry({ event }: RequestRecord, message: MessageRecord, facts: RunFacts): boolean {
  if (event.copiedBy !== null) return true;
  const webhookAttempts = message.attempts.filter(
    (attempt) =>
      attempt.event.destination === event.destination &&
      attempt.event.webhook === `${mockPrefix}${event.mock}` &&
      attempt.event.copiedBy === null,
  );
  const own = webhookAttempts.find((attempt) => attempt.event.attempt === event.attempt);
  if (own?.event.byUser === true) return true;
  const before = webhookAttempts.findLast(
    (attempt) =>
      attempt !== own &&
      attempt.event.at <= event.at &&
      attempt.event.attempt < (event.attempt ?? 0),
  );
  return before !== undefined && isRetried(facts, before);
}

function unexplained(
  requests: readonly RequestRecord[],
  message: MessageRecord,
  facts: RunFacts,
  crashes: readonly StepSpan[],
): readonly RequestRecord[] {
  const [first] = requests;
  if (first === undefined) return [];
  const webhooks = webhookCount(facts, first.event.destination, first.event.mock);
  const countByAttempt = new Map<number | null, number>();
  return requests.filter((request, index) => {
    const { attempt, at } = request.event;
    const before = requests[index - 1];
    const count = (countByAttempt.get(attempt) ?? 0) + 1;
    countByAttempt.set(attempt, count);
    if (before === undefined || isDuring(crashes, before.event.at, at)) return false;
    // Attempts are numbered per webhook: more of one number than webhooks were sent twice.
    if (request.event.copiedBy === null && count > webhooks) return true;
    return count === 1 && !isRetry(request, message, facts);
  });
}

/** Requests with the body of a message that match no attempt of the product. */
function unknownSenders(history: HistoryIndex, crashes: readonly StepSpan[]): readonly Duplicate[] {
  const unknown = history.requests.filter(
    ({ event, message }) =>
      message === null && event.entry === 'request' && !isDuring(crashes, event.at),
  );
  if (unknown.length === 0) return [];
  const byBody = new Map(
    [...history.messages.values()].map((message) => [message.event.body, message]),
  );
  return unknown.flatMap((request) => {
    const message = byBody.get(request.event.body);
    return message === undefined ? [] : [{ request, message }];
  });
}

export function unexplainedDuplicates(
  history: HistoryIndex,
  facts: RunFacts,
): readonly Duplicate[] {
  const crashes = crashesOf(history, facts);
  const known = [...history.messages.values()].flatMap((message) => {
    const requests = message.requests.filter(({ event }) => event.entry === 'request');
    if (requests.length < 2) return [];
    const groups = Map.groupBy(requests, ({ event }) => `${event.destination}\n${event.mock}`);
    return [...groups.values()].flatMap((group) =>
      unexplained(group, message, facts, crashes).map((request) => ({ request, message })),
    );
  });
  return [...known, ...unknownSenders(history, crashes)].sort(
    (a, b) => a.request.event.at - b.request.event.at,
  );
}

const maxListed = 5;

/** What a server received is not known. */
const unseen =
  'Only mock endpoints see duplicates. Forward from one to your server, or use lookUp.';

const noun = 'unexpected duplicate';

export const duplicatesText = (range: Range): string => rangeOfText(range, noun);

export function evaluateDuplicates(
  expected: Range,
  history: HistoryIndex,
  facts: RunFacts,
): Outcome {
  const duplicates = unexplainedDuplicates(history, facts);
  const expectedText = duplicatesText(expected);
  if (history.requests.length === 0 && facts.mocks.length > 0)
    return failedAt(facts.now, { expected: expectedText, found: 'no request arrived' });
  const warnings = facts.mocks.length === 0 ? [unseen] : [];
  if (isWithin(expected, duplicates.length)) return passedAt(facts.now, warnings);
  const [first] = duplicates;
  const listed = duplicates
    .slice(0, maxListed)
    .map(({ request }) => recordWithTime(request))
    .join(', ');
  return failedAt(facts.now, {
    expected: expectedText,
    found: `${countText(duplicates.length, noun)}${listed === '' ? '' : `: ${listed}`}${duplicates.length > maxListed ? ', …' : ''}`,
    about: first?.request.message == null ? (first?.message ?? null) : first.request,
  });
}
