import { showFailure } from '#renderer/components/show-failure.ts';
import { collections, drop, itemsOf, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { neighborOf } from '#renderer/data/listing.ts';
import { navigate, navigateFromHere } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Destination } from '#shared/connections/destination.ts';

export async function setEnabled(destination: Destination, enabled: boolean): Promise<void> {
  // Optimistic; reverted if the core rejects it.
  put(collections.destinations, { ...destination, enabled });
  try {
    put(collections.destinations, await core.destinations.update({ id: destination.id, enabled }));
  } catch (error) {
    put(collections.destinations, destination);
    showFailure(`Can't ${enabled ? 'enable' : 'disable'} ${destination.name}`, error);
  }
}

export async function removeDestination({ id, name }: Destination): Promise<void> {
  const leave = navigateFromHere();
  try {
    await core.destinations.remove({ id });
  } catch (error) {
    return showFailure(`Can't delete ${name}`, error);
  }
  const next = neighborOf(itemsOf(collections.destinations), id);
  drop(collections.destinations, id);
  leave({ page: 'destinations', path: next === undefined ? [] : [next] });
  showToast({
    title: `Deleted ${name}`,
    description: 'Waiting deliveries cancelled',
    action: { label: 'Undo', run: () => void restoreDestination(id, name) },
  });
}

async function restoreDestination(id: string, name: string): Promise<void> {
  const open = navigateFromHere();
  try {
    put(collections.destinations, await core.destinations.restore({ id }));
    open({ page: 'destinations', path: [id] });
  } catch (error) {
    showFailure(`Can't restore ${name}`, error);
  }
}

export function openDestination(id: string, mode: 'push' | 'replace' = 'replace'): void {
  navigate({ page: 'destinations', path: [id] }, mode);
}

export function openNewDestination(copyOf?: string): void {
  navigate({ page: 'destinations', path: ['new'], query: { copy: copyOf } });
}
