/** `wait`, `finish` and `check`. */

import { evaluate } from '#main/scenarios/expect/evaluate.ts';
import { planOf } from '#main/scenarios/expect/plan.ts';
import { createWatch } from '#main/scenarios/expect/watch.ts';
import type { PlacedStepOf } from '#shared/scenarios/scenario.ts';
import type { Run } from '../context.ts';
import { nextAdvance, type StepRun } from '../processes.ts';

export async function* wait(run: Run, { input }: PlacedStepOf<'wait'>): StepRun {
  if (input.kind === 'time') return void (yield { at: run.underTest.now() + input.forMs });
  const plan = planOf(input.until);
  const limit = input.withinMs === null ? {} : { at: run.underTest.now() + input.withinMs };
  const watch = createWatch(plan, run.history, run.facts(), run.expectationPorts.snapshots);
  yield { when: () => watch.advance(run.underTest.now() - run.startsAt), ...limit };
}

export async function* finish(run: Run, { input }: PlacedStepOf<'finish'>): StepRun {
  // Previous steps take effect in the next advance.
  yield nextAdvance(run.underTest.advances);
  yield { when: () => run.underTest.isFinished(input.destination) };
}

export async function* check(run: Run, { input }: PlacedStepOf<'check'>): StepRun {
  yield nextAdvance(run.underTest.advances);
  for (const expectation of input)
    run.addCheck(
      await evaluate(
        expectation,
        expectation.place,
        run.history,
        run.facts(),
        run.expectationPorts,
      ),
    );
}
