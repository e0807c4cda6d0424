/** The invariants, which hold in every run unless the file skips them with a reason. */

import { formatOffset } from '#shared/kit/duration.ts';
import { type Check, type InvariantCode, invariantCodes } from '#shared/scenarios/schema/report.ts';
import { checkOf } from '../expect/evaluate.ts';
import { failedAt, type Outcome, passedAt } from '../expect/outcome.ts';
import { countText, recordWithTime } from '../expect/report-text.ts';
import type { HistoryIndex, RequestRecord } from '../history/history-index.ts';
import type { EngineObservations, RunFacts } from '../run-facts.ts';
import { checkAccepted } from './accepted.ts';
import { checkLedger } from './ledger.ts';
import { checkRequests } from './requests.ts';
import { checkSchedule } from './schedule.ts';

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

/** Every request is signed over its raw bytes with its destination's secret. */
function checkSignatures(
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

/** The product logged no error. */
function checkLog(history: HistoryIndex, facts: RunFacts): Outcome {
  const errors = history.problems;
  const [first] = errors;
  if (first === undefined) return passedAt(facts.now);
  return failedAt(first.at, {
    expected: "no errors in Hookwright's log",
    found: `${countText(errors.length, 'error')}; the first at ${formatOffset(first.at)}: ${first.message}`,
  });
}

type Invariant = (
  history: HistoryIndex,
  facts: RunFacts,
  observations: EngineObservations,
) => Outcome;

const invariants: Readonly<Record<InvariantCode, Invariant>> = {
  ledger: checkLedger,
  accepted: checkAccepted,
  requests: checkRequests,
  signatures: checkSignatures,
  schedule: checkSchedule,
  log: checkLog,
};

const names: Readonly<Record<InvariantCode, string>> = {
  ledger: 'the states of deliveries add up at every moment',
  accepted: 'each accepted message has its deliveries',
  requests: "attempts and the mock endpoints' logs agree",
  signatures: 'each request has a valid signature',
  schedule: 'no attempt is early, late or missing',
  log: 'Hookwright logs no errors',
};

export const checkInvariants = (
  history: HistoryIndex,
  facts: RunFacts,
  observations: EngineObservations,
  skip: readonly { readonly code: InvariantCode; readonly reason: string }[],
): readonly Check[] =>
  invariantCodes.map((code) => {
    const reason = skip.find((one) => one.code === code)?.reason;
    const isSkipped = reason !== undefined;
    const outcome = isSkipped
      ? passedAt(facts.now)
      : invariants[code](history, facts, observations);
    const named = { kind: 'invariant', code, name: names[code] } as const;
    const { check } = checkOf(outcome, named, null);
    return isSkipped ? { ...check, verdict: 'skipped', reason } : check;
  });
