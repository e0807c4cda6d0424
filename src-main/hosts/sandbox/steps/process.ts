/** `crash` and `restart` of the product's process. */
import type { StepOf } from '#shared/scenarios/schema/step.ts';
import type { Run } from '../context.ts';
import type { StepRun } from '../processes.ts';

export async function* crash(run: Run, { input }: StepOf<'crash'>): StepRun {
  const { point, nth, downMs } = input;
  if (point === 'rest') await run.underTest.kill();
  else {
    await run.underTest.arm({ point, nth });
    yield { when: () => !run.underTest.isUp() };
  }
  if (downMs > 0) yield { at: run.underTest.now() + downMs };
  await run.underTest.start();
}

export async function* restart(run: Run, { input }: StepOf<'restart'>): StepRun {
  run.underTest.closeGate();
  // Like a normal stop, it waits for responses to attempts in flight.
  yield { when: () => !run.underTest.hasInFlight() };
  await run.underTest.stop();
  if (input.downMs > 0) yield { at: run.underTest.now() + input.downMs };
  await run.underTest.start();
}
