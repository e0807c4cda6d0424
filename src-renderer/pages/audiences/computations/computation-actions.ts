import { showFailure } from '#renderer/components/show-failure.ts';
import { computationsOf, drop, itemsOf, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { neighborOf } from '#renderer/data/listing.ts';
import { navigateFromHere } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { listOf, routeOf } from '../audiences-route.ts';

export function operationsOf(kind: ComputationClass) {
  return kind === 'audience' ? core.audiences : core.traits;
}

export async function removeComputation(
  kind: ComputationClass,
  { id, name }: Computation,
): Promise<void> {
  const leave = navigateFromHere();
  try {
    await operationsOf(kind).remove({ id });
  } catch (error) {
    return showFailure(`Can't delete ${name}`, error);
  }
  const next = neighborOf(itemsOf(computationsOf(kind)), id);
  drop(computationsOf(kind), id);
  leave(routeOf({ list: listOf(kind), id: next ?? null, tab: 'users' }));
  showToast({
    title: `Deleted ${name}`,
    description: 'Receivers keep the last synced value',
    action: { label: 'Undo', run: () => void restoreComputation(kind, id, name) },
  });
}

async function restoreComputation(kind: ComputationClass, id: string, name: string): Promise<void> {
  const open = navigateFromHere();
  try {
    put(computationsOf(kind), await operationsOf(kind).restore({ id }));
    open(routeOf({ list: listOf(kind), id, tab: 'users' }));
  } catch (error) {
    showFailure(`Can't restore ${name}`, error);
  }
}
