import { removalOf } from '#renderer/kit/actions/entity-actions.ts';
import { perform, type Work } from '#renderer/kit/actions/perform.ts';
import { collections, put } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { navigate, navigateFromHere } from '#renderer/kit/routing/route-store.ts';
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

export const removalOfMock = (mock: Mock): Work =>
  removalOf({
    collection: collections.mocks,
    operations: core.mocks,
    item: mock,
    routeOf: (id) => (id === undefined ? { page: 'mocks' } : routeOfMock(id)),
    description: deletionText(mock),
  });

export function createFromPreset({ settings }: MockPreset): Promise<boolean> {
  const open = navigateFromHere();
  return perform(`Can't create ${settings.name}`, async () => {
    const created = await core.mocks.create(settings);
    put(collections.mocks, created);
    open(routeOfMock(created.id));
    return { title: `Created ${created.name}`, tone: 'ok', undo: removalOfMock(created) };
  });
}

export const stepResetOf = ({ id, name }: Mock): Work => ({
  failure: `Can't reset the steps of ${name}`,
  run: async () => {
    put(collections.mocks, await core.mocks.resetSteps({ id }));
    return { title: `Reset steps of ${name}` };
  },
});

/** Starts the outage now on the virtual clock, or ends it. */
export function setOutage(
  { id, name }: Mock,
  outage: OutageWindow,
  run: 'start' | 'end',
): Promise<boolean> {
  const { startsAt: _, ...settings } = outage;
  const changed = run === 'start' ? settings : { ...settings, startsAt: null };
  return perform(`Can't ${run} the outage of ${name}`, async () =>
    put(collections.mocks, await core.mocks.update({ id, outage: changed })),
  );
}

export const clearRequests = ({ id, name }: Mock): Promise<boolean> =>
  perform(`Can't clear the requests of ${name}`, async () => {
    await core.mockRequests.clear({ id });
    openRequest(id, null);
  });
