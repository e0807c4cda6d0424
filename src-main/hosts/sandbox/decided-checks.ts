/** Checks that are decided while a run goes on; all of them are evaluated at its end. */
import { nameOf } from '#main/scenarios/expect/evaluate.ts';
import { planOf } from '#main/scenarios/expect/plan.ts';
import { windowOf } from '#main/scenarios/expect/select.ts';
import { evaluateSubject } from '#main/scenarios/expect/subject.ts';
import { ifDecided } from '#main/scenarios/inconclusive.ts';
import type { RunFacts } from '#main/scenarios/run-facts.ts';
import type { Expectation } from '#shared/scenarios/schema/expectation.ts';
import { invariantCodes } from '#shared/scenarios/schema/report.ts';
import type { RunChecks } from '#shared/scenarios/schema/run.ts';
import type { Run } from './context.ts';
import { expectationInputs } from './expectation-inputs.ts';

type Decided = RunChecks['decided'][number];

export function createDecidedChecks(run: Run): (facts: RunFacts) => RunChecks {
  const { scenario, recorder } = run;
  const { history } = recorder;
  const { snapshots } = expectationInputs(run);
  const inSteps = scenario.when.flatMap((step) => (step.action === 'check' ? step.input : []));
  const skipped = scenario.invariants.skip.length;
  const count = inSteps.length + scenario.then.length + invariantCodes.length - skipped;
  const known = new Map<Expectation, Decided>();

  /** Null while records may still come into its window. */
  function decide(expectation: Expectation, facts: RunFacts): Decided | null {
    // Of the others, some are looked up or written when they are evaluated.
    if (!('snapshot' in expectation) || expectation.snapshot !== null) return null;
    const plan = planOf(expectation);
    if (windowOf(plan, history).until > facts.now) return null;
    const outcome = ifDecided(() => evaluateSubject(plan, history, facts, snapshots), null);
    if (outcome === null) return null;
    const { verdict, decidedAt } = outcome;
    return { name: nameOf(expectation), verdict, decidedAt };
  }

  return (facts) => {
    for (const expectation of scenario.then) {
      const decided = known.has(expectation) ? null : decide(expectation, facts);
      if (decided !== null) known.set(expectation, decided);
    }
    const ofSteps = recorder.checks.map(({ check: { name, verdict, decidedAt } }) => ({
      ...{ name, verdict, decidedAt },
    }));
    return { count, decided: [...ofSteps, ...known.values()] };
  };
}
