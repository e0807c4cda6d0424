/** Evaluates an expectation on the history, as a check of the report. */
import type { Expectation } from '#shared/scenarios/schema/expectation.ts';
import type { Check, InconclusiveReason, Place } from '#shared/scenarios/schema/report.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import { Inconclusive } from '../inconclusive.ts';
import type { RunFacts } from '../run-facts.ts';
import { duplicatesText, evaluateDuplicates } from './duplicates.ts';
import { expectedText } from './expected-text.ts';
import { evaluateLost, lostText } from './lost.ts';
import { type Outcome, undecidedAt } from './outcome.ts';
import {
  type Certify,
  certificationText,
  evaluateCertification,
  evaluateLookUp,
  evaluateMembership,
  type LookUp,
  type Membership,
  membershipText,
} from './outside.ts';
import { planOf, rangeOf } from './plan.ts';
import type { Snapshots } from './predicates/snapshot.ts';
import { evaluateProbe, probeText, type StateReader } from './probe.ts';
import { evaluateSubject } from './subject.ts';

/** Inputs of expectations other than the history. */
export interface ExpectationPorts {
  readonly snapshots: Snapshots;
  /** The membership of an audience or trait at the time of the evaluation. */
  readonly membership: (name: string) => Membership | Promise<Membership>;
  readonly lookUp: LookUp;
  readonly state: StateReader;
  readonly certify: Certify;
}

export interface EvaluatedCheck {
  readonly check: Check;
  /** Null unless the check is inconclusive. */
  readonly inconclusive: InconclusiveReason | null;
}

/** Its name, or its subject and predicates. */
export function nameOf(expectation: Expectation): string {
  if (expectation.name !== null) return expectation.name;
  switch (expectation.subject) {
    case 'lost':
      return lostText(rangeOf(expectation.count));
    case 'duplicates':
      return duplicatesText(rangeOf(expectation.count));
    case 'membership':
      return membershipText(expectation.computation, expectation.mock);
    case 'lookUp':
      return `side effects in ${expectation.server}`;
    case 'probe':
      return probeText(expectation);
    case 'certification':
      return certificationText(expectation.target);
    default:
      return expectedText(planOf(expectation));
  }
}

async function outcomeOf(
  expectation: Expectation,
  history: HistoryIndex,
  facts: RunFacts,
  ports: ExpectationPorts,
): Promise<Outcome> {
  switch (expectation.subject) {
    case 'lost':
      return evaluateLost(rangeOf(expectation.count), history, facts);
    case 'duplicates':
      return evaluateDuplicates(rangeOf(expectation.count), history, facts);
    case 'membership': {
      const { computation: name, mock } = expectation;
      return evaluateMembership({ name, mock }, await ports.membership(name), history, facts);
    }
    case 'lookUp': {
      const plan = { ...expectation, count: rangeOf(expectation.count) };
      return evaluateLookUp(plan, history, facts, ports.lookUp, ports.state.readAll);
    }
    case 'probe':
      return evaluateProbe(expectation, history, facts, ports.state, ports.snapshots.redact);
    case 'certification': {
      const { target, skip } = expectation;
      return evaluateCertification(target, await ports.certify(target, skip), facts);
    }
    default:
      return evaluateSubject(planOf(expectation), history, facts, ports.snapshots);
  }
}

export function checkOf(
  outcome: Outcome,
  named: Pick<Check, 'kind' | 'code' | 'name'>,
  place: Place | null,
): EvaluatedCheck {
  const { undecided, nearest, warnings, ...rest } = outcome;
  const { found } = outcome;
  return {
    check: {
      ...named,
      ...rest,
      place,
      reason: null,
      nearest: [...nearest],
      warnings: [...warnings],
    },
    inconclusive:
      undecided === null
        ? null
        : { code: undecided, message: `${named.name}: ${found ?? undecided}`, place },
  };
}

export async function evaluate(
  expectation: Expectation,
  place: Place | null,
  history: HistoryIndex,
  facts: RunFacts,
  ports: ExpectationPorts,
): Promise<EvaluatedCheck> {
  const name = nameOf(expectation);
  const outcome = await outcomeOf(expectation, history, facts, ports).catch((error) => {
    if (!(error instanceof Inconclusive)) throw error;
    return undecidedAt(facts.now, error.code, name, error.message);
  });
  return checkOf(outcome, { kind: 'expectation', code: null, name }, place);
}

/** The run ended before the expectation could be decided. */
export function notEvaluated(
  expectation: Expectation,
  place: Place | null,
  { now }: RunFacts,
): EvaluatedCheck {
  const outcome = undecidedAt(now, null, null, 'not evaluated: the run ended early');
  const name = nameOf(expectation);
  return checkOf(outcome, { kind: 'expectation', code: null, name }, place);
}
