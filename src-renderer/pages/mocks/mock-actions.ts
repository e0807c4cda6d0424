import { showFailure } from '#renderer/components/show-failure.ts';
import { collections, drop, itemsOf, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { neighborOf } from '#renderer/data/listing.ts';
import { navigate, navigateFromHere } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Mock, MockPreset } from '#shared/mocks/mock.ts';
import type { OutageWindow } from '#shared/mocks/step.ts';
import { deletionText } from './editor/behavior-labels.ts';
import { type MockTab, routeOf } from './mock-route.ts';

const routeOfMock = (id: string, tab: MockTab = 'requests') =>
  routeOf({ kind: 'one', id, tab, requestId: null });

export const openMock = (id: string, tab?: MockTab): void =>
  navigate(routeOfMock(id, tab), 'replace');

export function openRequest(id: string, requestId: number | null): void {
  navigate(routeOf({ kind: 'one', id, tab: 'requests', requestId }), 'replace');
}

export function openGallery(): void {
  navigate(routeOf({ kind: 'gallery' }));
}

export function openNewMock(copyOf?: string): void {
  navigate(routeOf({ kind: 'new', copyOf }));
}

export async function createFromPreset({ settings }: MockPreset): Promise<void> {
  const open = navigateFromHere();
  try {
    const created = await core.mocks.create(settings);
    put(collections.mocks, created);
    open(routeOfMock(created.id));
    showToast({
      title: `Created ${created.name}`,
      tone: 'ok',
      action: { label: 'Undo', run: () => void removeMock(created) },
    });
  } catch (error) {
    showFailure(`Can't create ${settings.name}`, error);
  }
}

export async function removeMock(mock: Mock): Promise<void> {
  const { id, name } = mock;
  const leave = navigateFromHere();
  try {
    await core.mocks.remove({ id });
  } catch (error) {
    return showFailure(`Can't delete ${name}`, error);
  }
  const next = neighborOf(itemsOf(collections.mocks), id);
  drop(collections.mocks, id);
  leave({ page: 'mocks', path: next === undefined ? [] : [next] });
  showToast({
    title: `Deleted ${name}`,
    description: deletionText(mock),
    action: { label: 'Undo', run: () => void restoreMock(id, name) },
  });
}

async function restoreMock(id: string, name: string): Promise<void> {
  const open = navigateFromHere();
  try {
    put(collections.mocks, await core.mocks.restore({ id }));
    open(routeOfMock(id));
  } catch (error) {
    showFailure(`Can't restore ${name}`, error);
  }
}

export async function resetMockSteps({ id, name }: Mock): Promise<void> {
  try {
    put(collections.mocks, await core.mocks.resetSteps({ id }));
    showToast({ title: `Reset steps of ${name}` });
  } catch (error) {
    showFailure(`Can't reset the steps of ${name}`, error);
  }
}

/** Starts the outage now on the virtual clock, or ends it. */
export async function setOutage(
  { id, name }: Mock,
  outage: OutageWindow,
  run: 'start' | 'end',
): Promise<void> {
  const { startsAt: _, ...settings } = outage;
  const changed = run === 'start' ? settings : { ...settings, startsAt: null };
  try {
    put(collections.mocks, await core.mocks.update({ id, outage: changed }));
  } catch (error) {
    showFailure(`Can't ${run} the outage of ${name}`, error);
  }
}

export async function clearRequests({ id, name }: Mock): Promise<void> {
  try {
    await core.mockRequests.clear({ id });
    openRequest(id, null);
  } catch (error) {
    showFailure(`Can't clear the requests of ${name}`, error);
  }
}
