/** Every action of a step, and those that neither send nor change anything: waits, checks, crashes and requests. */
import { evaluate } from '#main/scenarios/expect/evaluate.ts';
import { planOf } from '#main/scenarios/expect/plan.ts';
import { createWatch } from '#main/scenarios/expect/watch.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { bodyProblem } from '#shared/kit/body-pattern.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { firstLineOf, quoteOf } from '#shared/kit/first-line.ts';
import type { PlacedStep, PlacedStepOf } from '#shared/scenarios/scenario.ts';
import type { StepAction } from '#shared/scenarios/schema/step.ts';
import { nextAdvance, type Run, type StepRun } from '../context.ts';
import { expectationInputs } from '../expectation-inputs.ts';
import { destination, mock, outage, source } from './changes.ts';
import { churn, deleteUsers, members, sync } from './computations.ts';
import { cancel, retry, sendCopies, undo } from './deliveries.ts';
import { payload, send } from './send.ts';

async function* wait(run: Run, { id, input, place }: PlacedStepOf<'wait'>): StepRun {
  const { product, recorder, facts } = run;
  if (input.kind === 'time') return void (yield { at: product.now() + input.forMs });
  const limit = input.withinMs === null ? {} : { at: product.now() + input.withinMs };
  const watch = createWatch(
    planOf(input.until),
    recorder.history,
    facts.at(product.now()),
    expectationInputs(run).snapshots,
  );
  const holds = () => watch.advance(product.now() - run.startsAt);
  yield { when: holds, ...limit };
  if (input.withinMs === null || holds()) return;
  // What follows was to happen after it, but its checks may still find failures.
  const message = `The step ${id} waited for ${formatDuration(input.withinMs)}, and its condition was not met. Change it, or extend within.`;
  recorder.unmetWaits.push({ code: 'condition_not_met', message, place });
}

async function* finish(run: Run, { input }: PlacedStepOf<'finish'>): StepRun {
  // Previous steps take effect in the next advance.
  yield nextAdvance(run);
  yield { when: () => run.product.isFinished(input.destination) };
}

async function* check(run: Run, { input }: PlacedStepOf<'check'>): StepRun {
  const { product, recorder, facts } = run;
  yield nextAdvance(run);
  for (const expectation of input)
    recorder.checks.push(
      await evaluate(
        expectation,
        expectation.place,
        recorder.history,
        facts.at(product.now()),
        expectationInputs(run),
      ),
    );
}

async function* crash({ product }: Run, { input }: PlacedStepOf<'crash'>): StepRun {
  const { point, nth, downMs } = input;
  if (point === 'rest') await product.kill();
  else {
    await product.arm(point, nth);
    yield { when: () => !product.isUp() };
  }
  if (downMs > 0) yield { at: product.now() + downMs };
  await product.start();
}

async function* restart({ product }: Run, { input }: PlacedStepOf<'restart'>): StepRun {
  product.closeGate();
  // Like a normal stop, it waits for responses to attempts in flight.
  yield { when: () => !product.hasInFlight() };
  await product.stop();
  if (input.downMs > 0) yield { at: product.now() + input.downMs };
  await product.start();
}

async function serverRestart(
  { settings, names }: Run,
  { input: server }: PlacedStepOf<'serverRestart'>,
): Promise<void> {
  await settings.serverProgram?.restart(names.servers.get(server) ?? '');
}

async function serverCrash(
  { settings, names }: Run,
  { input: server }: PlacedStepOf<'serverCrash'>,
): Promise<void> {
  await settings.serverProgram?.crash(names.servers.get(server) ?? '');
}

const isExpected = (status: number, expected: number | null): boolean =>
  expected === null ? status >= 200 && status < 300 : status === expected;

/** A request to the user's own system, in real time. */
async function http(
  { outgoing, redact }: Run,
  { input, place }: PlacedStepOf<'http'>,
): Promise<void> {
  const { method, url, headers, body, isJson, expect, timeoutMs } = input;
  const failed = (problem: string) =>
    new Inconclusive('http_step_failed', `${method} ${url}${problem}`, place);
  const type = isJson ? { 'content-type': 'application/json' } : {};
  const response = await outgoing
    .request({ method, url, headers: { ...type, ...headers }, body, timeoutMs })
    .catch((error: Error) => {
      throw failed(`: ${error.message}`);
    });
  if (!isExpected(response.status, expect.status)) {
    const quote = quoteOf(firstLineOf(redact(response.body)));
    throw failed(` returned ${response.status}, expected ${expect.status ?? '2xx'}${quote}.`);
  }
  const problem = expect.body === null ? null : bodyProblem(expect.body, response.body);
  if (problem !== null) throw failed(`: ${problem.text(redact)}`);
}

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
  serverRestart,
  serverCrash,
  http,
  check,
};

export async function* startStep(run: Run, step: PlacedStep): StepRun {
  const action = actions[step.action] as Action<StepAction>;
  const running = action(run, step as PlacedStepOf<StepAction>);
  if ('next' in running) yield* running;
  else await running;
}
