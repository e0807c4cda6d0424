import { showFailure } from '#renderer/components/show-failure.ts';
import { collections, drop, itemsOf, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { neighborOf } from '#renderer/data/listing.ts';
import { navigate, navigateFromHere } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Receiver, ReceiverPreset } from '#shared/schemas/receiver.ts';
import type { OutageWindow } from '#shared/schemas/receiver-step.ts';
import { deletionText } from './editor/behavior-labels.ts';
import { type ReceiverTab, routeOf } from './receiver-route.ts';

const routeOfReceiver = (id: string, tab: ReceiverTab = 'requests') =>
  routeOf({ kind: 'one', id, tab, requestId: null });

export const openReceiver = (id: string, tab?: ReceiverTab): void =>
  navigate(routeOfReceiver(id, tab), 'replace');

export function openRequest(id: string, requestId: number | null): void {
  navigate(routeOf({ kind: 'one', id, tab: 'requests', requestId }), 'replace');
}

export function openGallery(): void {
  navigate(routeOf({ kind: 'gallery' }));
}

export function openNewReceiver(copyOf?: string): void {
  navigate(routeOf({ kind: 'new', copyOf }));
}

export async function createFromPreset({ settings }: ReceiverPreset): Promise<void> {
  const open = navigateFromHere();
  try {
    const created = await core.receivers.create(settings);
    put(collections.receivers, created);
    open(routeOfReceiver(created.id));
    showToast({
      title: `Created ${created.name}`,
      tone: 'ok',
      action: { label: 'Undo', run: () => void removeReceiver(created) },
    });
  } catch (error) {
    showFailure(`Can't create ${settings.name}`, error);
  }
}

export async function removeReceiver(receiver: Receiver): Promise<void> {
  const { id, name } = receiver;
  const leave = navigateFromHere();
  try {
    await core.receivers.remove({ id });
  } catch (error) {
    return showFailure(`Can't delete ${name}`, error);
  }
  const next = neighborOf(itemsOf(collections.receivers), id);
  drop(collections.receivers, id);
  leave({ page: 'receivers', path: next === undefined ? [] : [next] });
  showToast({
    title: `Deleted ${name}`,
    description: deletionText(receiver),
    action: { label: 'Undo', run: () => void restoreReceiver(id, name) },
  });
}

async function restoreReceiver(id: string, name: string): Promise<void> {
  const open = navigateFromHere();
  try {
    put(collections.receivers, await core.receivers.restore({ id }));
    open(routeOfReceiver(id));
  } catch (error) {
    showFailure(`Can't restore ${name}`, error);
  }
}

export async function resetReceiverSteps({ id, name }: Receiver): Promise<void> {
  try {
    put(collections.receivers, await core.receivers.resetSteps({ id }));
    showToast({ title: `Reset steps of ${name}` });
  } catch (error) {
    showFailure(`Can't reset the steps of ${name}`, error);
  }
}

/** Starts the outage now on the virtual clock, or ends it. */
export async function setOutage(
  { id, name }: Receiver,
  outage: OutageWindow,
  run: 'start' | 'end',
): Promise<void> {
  const { startsAt: _, ...settings } = outage;
  const changed = run === 'start' ? settings : { ...settings, startsAt: null };
  try {
    put(collections.receivers, await core.receivers.update({ id, outage: changed }));
  } catch (error) {
    showFailure(`Can't ${run} the outage of ${name}`, error);
  }
}

export async function clearRequests({ id, name }: Receiver): Promise<void> {
  try {
    await core.receiverRequests.clear({ id });
    openRequest(id, null);
  } catch (error) {
    showFailure(`Can't clear the requests of ${name}`, error);
  }
}
