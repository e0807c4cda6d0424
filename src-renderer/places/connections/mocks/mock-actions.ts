import { removalOf } from '#renderer/kit/actions/entity-actions.ts';
import { perform, type Work } from '#renderer/kit/actions/perform.ts';
import { collections, put } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { navigateFromHere } from '#renderer/kit/routing/route-store.ts';
import type { Mock, MockPreset } from '#shared/mocks/mock.ts';
import type { OutageWindow } from '#shared/mocks/step.ts';
import { routeOfMock } from '../connections-route.ts';
import { select } from '../selection.ts';
import { deletionText } from './editor/behavior-labels.ts';

export const openMock = (id: string): void =>
  select({ kind: 'mock', id, view: 'settings', requestId: null });

export const openRequest = (id: string, requestId: number | null): void =>
  select({ kind: 'mock', id, view: 'requests', requestId });

export const openNewMock = (copyOf?: string): void => select({ kind: 'new mock', copyOf }, 'push');

export const removalOfMock = (mock: Mock): Work =>
  removalOf({
    collection: collections.mocks,
    operations: core.mocks,
    item: mock,
    routeOf: routeOfMock,
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

/** Starts an outage of the settings now, on the virtual clock. */
export const startOutage = (
  { id, name }: Mock,
  { startsAt: _, ...outage }: OutageWindow,
): Promise<boolean> =>
  perform(`Can't start the outage of ${name}`, async () =>
    put(collections.mocks, await core.mocks.update({ id, outage })),
  );

export const clearRequests = ({ id, name }: Mock): Promise<boolean> =>
  perform(`Can't clear the requests of ${name}`, async () => {
    await core.mockRequests.clear({ id });
    openRequest(id, null);
  });
