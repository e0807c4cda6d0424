/** What can be done with an audience or computed trait at once. */
import { core } from '#renderer/core-client/core.ts';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import { neighbourOf } from '#renderer/parts/neighbour.ts';
import { computations } from '#renderer/stores/audiences-store.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { listOf, routeOf } from './audiences-route.ts';

/** The operations of a class: both have the same. */
export function operationsOf(kind: ComputationClass) {
  return kind === 'audience' ? core.audiences : core.traits;
}

export function tellFailure(title: string, error: unknown): void {
  showToast({ title, description: errorSentence(error), tone: 'bad' });
}

/** Whether it is gone. */
export async function removeComputation(
  kind: ComputationClass,
  { id, name }: Computation,
): Promise<boolean> {
  try {
    await operationsOf(kind).remove({ id });
  } catch (error) {
    tellFailure(`${name} was not deleted`, error);
    return false;
  }
  const store = computations[kind];
  const next = neighbourOf(store.useCollection.getState().items, id);
  store.drop(id);
  navigate(routeOf({ list: listOf(kind), id: next ?? null, tab: 'users' }), 'replace');
  showToast({
    title: `Deleted ${name}`,
    description: 'What receivers were told stays with them.',
  });
  return true;
}
