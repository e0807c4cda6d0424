/** Every action of a step. */
import type { PlacedStep, PlacedStepOf } from '#shared/scenarios/scenario.ts';
import type { StepAction } from '#shared/scenarios/schema/step.ts';
import type { Run } from '../context.ts';
import type { StepRun } from '../processes.ts';
import { destination, mock, outage, source } from './changes.ts';
import { churn, deleteUsers, members, sync } from './computations.ts';
import { cancel, retry, sendCopies, undo } from './deliveries.ts';
import { http } from './http.ts';
import { crash, restart } from './process.ts';
import { payload, send } from './send.ts';
import { check, finish, wait } from './waits.ts';

/** Performs a step; resolves when it has ended, or yields each wait. */
type Action<Name extends StepAction> = (
  run: Run,
  step: PlacedStepOf<Name>,
) => StepRun | Promise<void>;

const actions: { readonly [Name in StepAction]: Action<Name> } = {
  send,
  payload,
  sync,
  churn,
  members,
  delete: deleteUsers,
  outage,
  mock,
  destination,
  source,
  retry,
  copy: sendCopies,
  cancel,
  undo,
  wait,
  finish,
  crash,
  restart,
  http,
  check,
};

export async function* startStep(run: Run, step: PlacedStep): StepRun {
  const action = actions[step.action] as Action<StepAction>;
  const running = action(run, step as PlacedStepOf<StepAction>);
  if ('next' in running) yield* running;
  else await running;
}
