/** `crash` and `restart` of the product's process. */
import type { StepOf } from '#shared/schemas/scenario/step.ts';
import type { Run } from '../context.ts';
import type { StepRun } from '../processes.ts';

export async function* crash(run: Run, { input }: StepOf<'crash'>): StepRun {
  const { point, nth, downMs } = input;
  if (point === 'rest') await run.kill();
  else {
    await run.arm({ point, nth });
    yield { when: () => !run.isUp() };
  }
  if (downMs > 0) yield { at: run.now() + downMs };
  await run.startProduct();
}

export async function* restart(run: Run, { input }: StepOf<'restart'>): StepRun {
  run.closeGate();
  // As a user's does, it waits for the responses to the attempts in flight.
  yield { when: () => !run.hasInFlight() };
  await run.stopProduct();
  if (input.downMs > 0) yield { at: run.now() + input.downMs };
  await run.startProduct();
}
