/** `retry`, `copy` and `cancel`: commands on the deliveries that match a filter now. */

import { filterOf } from '#main/scenarios/expect/plan.ts';
import { type DeliveryRecord, stateOf } from '#main/scenarios/history/history-index.ts';
import { subjectReaders } from '#main/scenarios/history/readers.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { createMatcher } from '#shared/filter/match.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import type { PlacedStep, PlacedStepOf } from '#shared/scenarios/scenario.ts';
import { nextAdvance, type Run, type StepRun, upAt, type Wait } from '../context.ts';

interface Selection {
  readonly filter: string;
  readonly limit: number | null;
  readonly order?: 'given' | 'shuffled' | 'reversed';
}

/**
 * Oldest first, unless `order` is set. Waits until previous steps take effect. Without
 * matches, the run is inconclusive.
 */
async function* select(
  run: Run,
  { id, place }: Pick<PlacedStep, 'id' | 'place'>,
  { filter, limit, order = 'given' }: Selection,
): AsyncGenerator<Wait, readonly DeliveryRecord[], void> {
  yield nextAdvance(run);
  const isOf = createMatcher(
    filterOf(filter, 'deliveries'),
    subjectReaders.deliveries,
    run.facts.at(run.product.now()),
  );
  const all = [...run.recorder.history.deliveries.values()].filter((delivery) => {
    const version = delivery.versions.at(-1);
    return version !== undefined && isOf(version);
  });
  if (all.length === 0)
    throw new Inconclusive('step_failed', `${id}: no delivery matches ${filter}.`, place);
  const some = limit === null ? all : all.slice(0, limit);
  if (order === 'reversed') return some.reverse();
  if (order === 'given') return some;
  const keys = new Map(some.map((one, index) => [one, seededFraction(run.settings.seed, index)]));
  return some.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}

const idOf = (run: Run, { messageId, destination }: DeliveryRecord): number =>
  run.recorder.deliveryId(messageId, destination) ?? 0;

const dueOf = (startedAt: number, index: number, perSecond: number | null): number =>
  perSecond === null ? startedAt : Math.ceil(startedAt + (index * 1_000) / perSecond);

/** Runs `act` on each, at the rate. */
async function* paced(
  run: Run,
  deliveries: readonly DeliveryRecord[],
  perSecond: number | null,
  act: (delivery: DeliveryRecord) => Promise<void>,
): StepRun {
  const startedAt = run.product.now();
  for (const [index, delivery] of deliveries.entries()) {
    yield* upAt(run, dueOf(startedAt, index, perSecond));
    await act(delivery);
  }
}

export async function* retry(run: Run, step: PlacedStepOf<'retry'>): StepRun {
  const { input } = step;
  const deliveries = yield* select(run, step, input);
  const before = new Map(deliveries.map((delivery) => [delivery, delivery.attempts.length]));
  yield* paced(run, deliveries, input.perSecond, async (delivery) => {
    const id = idOf(run, delivery);
    await run.product.client.deliveries.retry({ id, urls: 'all' });
    run.recorder.expectRetry(id);
  });
  const isFinished = (one: DeliveryRecord): boolean =>
    one.attempts.length > (before.get(one) ?? 0) || stateOf(one) === 'paused';
  // The attempts themselves follow in the same moment.
  yield { when: () => deliveries.every(isFinished) };
}

export async function* cancel(run: Run, step: PlacedStepOf<'cancel'>): StepRun {
  const deliveries = yield* select(run, step, step.input);
  yield* paced(run, deliveries, null, async (delivery) => {
    await run.product.client.deliveries.cancel({ id: idOf(run, delivery) });
  });
  run.recorder.cancelled.set(step.id, deliveries);
}

export async function* undo(run: Run, { input }: PlacedStepOf<'undo'>): StepRun {
  // A cancel has taken effect after the next advance.
  yield nextAdvance(run);
  const cancelled = run.recorder.cancelled.get(input.step) ?? [];
  yield* paced(run, cancelled, null, async (delivery) => {
    await run.product.client.deliveries.undoCancel({ id: idOf(run, delivery) });
  });
}

/** The header lines of the last attempt with the changed ones replaced. */
function changedHeaders(
  { attempts }: DeliveryRecord,
  headers: Readonly<Record<string, string>>,
): HeaderLines {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const kept = (attempts.at(-1)?.event.headers ?? []).filter(
    ([name]) => !names.has(name.toLowerCase()) && name.toLowerCase() !== 'x-signature',
  );
  return [...kept, ...Object.entries(headers)];
}

export async function* sendCopies(run: Run, step: PlacedStepOf<'copy'>): StepRun {
  const { input } = step;
  const deliveries = yield* select(run, step, input);
  const repeated = deliveries.flatMap((delivery) =>
    Array.from({ length: input.times }, () => delivery),
  );
  const startedAt = run.product.now();
  for (const [index, delivery] of repeated.entries()) {
    yield* upAt(run, dueOf(startedAt, index, input.perSecond));
    const { messageId, destination } = delivery;
    run.recorder.expectCopy({ messageId, destination, step: step.id });
    const sending = createPending(
      run.product.client.copies.send({
        deliveryId: idOf(run, delivery),
        signing: input.signing,
        ...(input.body !== null && { body: input.body }),
        ...(Object.keys(input.headers).length > 0 && {
          headers: changedHeaders(delivery, input.headers),
        }),
      }),
    );
    // The request waits until the next advance lets attempts start.
    yield { when: sending.isFinished };
    await sending.promise;
  }
}

/** A promise that knows whether it has ended. A rejection is kept until it is awaited. */
function createPending(promise: Promise<unknown>) {
  let isFinished = false;
  const end = (): void => {
    isFinished = true;
  };
  promise.then(end, end);
  return { promise, isFinished: () => isFinished };
}
