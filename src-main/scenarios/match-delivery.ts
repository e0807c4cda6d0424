/** The filter of deliveries, for those of a finished run. The Inspector's own lists filter in SQL. */

import { type AttemptOutcome, outcomeOf } from '#shared/deliveries/delivery.ts';
import {
  combine,
  type Filter,
  isNamed,
  type Predicate,
  type Term,
  type TextField,
  textMatches,
} from '#shared/filter/filter.ts';
import { bodyMatches, compare, numberMatches, valueAt } from '#shared/filter/match.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { isNestedTooDeep } from '#shared/kit/nesting.ts';
import type { RunDelivery } from '#shared/scenarios/schema/run-data.ts';

type Matches = Predicate<RunDelivery>;

/** The texts of a field; IDs stand for names, too. */
function textTest({ field, operator, text }: Extract<Term, { kind: 'text' }>): Matches {
  const isExpected = (value: string | null): boolean =>
    value !== null && textMatches(operator, text, value);
  const tests: Readonly<Record<TextField, Matches>> = {
    event: ({ label }) => isExpected(label),
    user: ({ message }) => isExpected(message.userId) || isExpected(message.anonymousId),
    source: ({ sourceId: id, sourceName: name }) => isNamed(operator, text, { id, name }),
    destination: ({ destinationId: id, destinationName: name }) =>
      isNamed(operator, text, { id, name }),
    url: ({ webhooks }) => webhooks.some(({ url }) => isExpected(url)),
  };
  return tests[field];
}

function bodyOf({ bodyText }: RunDelivery): unknown {
  if (bodyText === null || isNestedTooDeep(Buffer.from(bodyText))) return undefined;
  try {
    return parseExact(bodyText);
  } catch {
    return undefined;
  }
}

const latestStart = ({ attemptList }: RunDelivery): number | null =>
  attemptList.reduce<number | null>(
    (latest, { startedAt }) => Math.max(latest ?? startedAt, startedAt),
    null,
  );

/** Of the latest attempt; null before the first. */
const latestOutcome = ({ attempts, lastCode }: RunDelivery): AttemptOutcome | null =>
  attempts === 0 ? null : outcomeOf(lastCode);

function termTest(term: Term, now: number): Matches {
  switch (term.kind) {
    case 'type':
      return ({ type }) => type === term.type;
    case 'state':
      return ({ state }) => state === term.state;
    case 'reason':
      return ({ reason }) => reason === term.reason;
    case 'warning':
      return ({ warnings }) => warnings.length > 0;
    case 'origin':
      return ({ message: { origin } }) =>
        origin.kind === term.origin && (term.id === null || origin.id === term.id);
    case 'outcome':
      return (delivery) => latestOutcome(delivery) === term.outcome;
    case 'code':
      return ({ lastCode }) => lastCode === term.code;
    case 'text':
      return textTest(term);
    case 'number':
      return ({ attempts, lastStatus }) => {
        const value = term.field === 'attempts' ? attempts : lastStatus;
        return value !== null && compare[term.operator](value, term.number);
      };
    case 'age':
      return ({ createdAt }) => compare[term.operator](now - createdAt, term.ageMs);
    case 'created':
      return ({ createdAt }) => compare[term.operator](createdAt, term.at);
    case 'attempted':
      return (delivery) => {
        const startedAt = latestStart(delivery);
        return startedAt !== null && compare[term.operator](startedAt, term.at);
      };
    case 'header':
      return ({ attemptList }) =>
        attemptList.some(({ request }) =>
          request.headers.some(
            ([name, value]) =>
              name.toLowerCase() === term.name && textMatches(term.operator, term.text, value),
          ),
        );
    case 'body':
      return (delivery) =>
        bodyMatches(valueAt(bodyOf(delivery), term.path), term.operator, term.value);
    case 'bodyNumber':
      return (delivery) =>
        numberMatches(valueAt(bodyOf(delivery), term.path), term.operator, term.value);
    case 'anywhere':
      return ({ destinationName, messageId, label, sourceName, message, bodyText }) =>
        [
          destinationName,
          messageId,
          label,
          sourceName,
          message.userId,
          message.anonymousId,
          bodyText,
        ]
          .filter((text) => text !== null)
          .some((text) => textMatches(':', term.text, text));
  }
}

/** `now`: the end of the run, which ages are relative to. */
export const createDeliveryMatcher = (filter: Filter, now: number): Matches =>
  combine(filter, (term) => termTest(term, now));
