/** The invariants, which hold in every run unless the file skips them with a reason. */
import type { Check, InvariantCode } from '#shared/scenarios/schema/report.ts';
import { invariantCodes } from '#shared/scenarios/schema/report.ts';
import { checkOf } from '../expect/evaluate.ts';
import type { Outcome } from '../expect/outcome.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import type { EngineObservations, RunFacts } from '../run-facts.ts';
import { checkAccepted } from './accepted.ts';
import { checkLedger } from './ledger.ts';
import { checkLog } from './log.ts';
import { checkRequests } from './requests.ts';
import { checkSchedule } from './schedule.ts';
import { checkSignatures } from './signatures.ts';

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
  ledger: 'the ledger balances at every moment',
  accepted: 'each accepted message has its deliveries',
  requests: "attempts and the mock endpoints' logs agree",
  signatures: 'each request has a valid signature',
  schedule: 'no attempt is early, late or missing',
  log: 'Hookwright logs no errors',
};

const skipped = (code: InvariantCode, reason: string, decidedAt: number): Check => ({
  kind: 'invariant',
  code,
  name: names[code],
  place: null,
  verdict: 'skipped',
  reason,
  expected: null,
  found: null,
  history: null,
  reference: null,
  nearest: [],
  processed: null,
  warnings: [],
  decidedAt,
});

export const checkInvariants = (
  history: HistoryIndex,
  facts: RunFacts,
  observations: EngineObservations,
  skip: readonly { readonly code: InvariantCode; readonly reason: string }[],
): readonly Check[] =>
  invariantCodes.map((code) => {
    const reason = skip.find((one) => one.code === code)?.reason;
    if (reason !== undefined) return skipped(code, reason, facts.now);
    const outcome = invariants[code](history, facts, observations);
    return checkOf(outcome, { kind: 'invariant', code, name: names[code] }, null).check;
  });
