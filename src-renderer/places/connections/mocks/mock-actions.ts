import { Copy, CopyPlus, ListRestart, PlugZap } from 'lucide-react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { deleteAction, removalOf } from '#renderer/kit/actions/entity-actions.ts';
import { perform, type Work } from '#renderer/kit/actions/perform.ts';
import { collections, put } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { navigateFromHere } from '#renderer/kit/routing/route-store.ts';
import { useCopy } from '#renderer/ui/copy-button.tsx';
import type { Mock, MockPreset } from '#shared/mocks/mock.ts';
import type { OutageWindow } from '#shared/mocks/step.ts';
import { addToNewDestination } from '../board/connect.ts';
import { routeOfMock } from '../connections-route.ts';
import { select } from '../selection.ts';
import { deletionText } from './editor/behavior-labels.ts';

export const mockSection = 'Mock endpoints';

export const openMock = (id: string): void =>
  select({ kind: 'mock', id, view: 'settings', requestId: null });

export const openRequest = (id: string, requestId: number | null): void =>
  select({ kind: 'mock', id, view: 'requests', requestId });

export const openNewMock = (copyOf?: string): void => select({ kind: 'new mock', copyOf }, 'push');

const removalOfMock = (mock: Mock): Work =>
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

const stepResetOf = ({ id, name }: Mock): Work => ({
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

export function useMockActions(mock: Mock) {
  const [, copy] = useCopy();
  const { id, url } = mock;
  return useActions(mockSection, [
    {
      id: 'mock.copy-url',
      title: 'Copy mock endpoint URL',
      label: 'Copy URL',
      shortcut: 'c',
      icon: Copy,
      menu: 'main',
      isShown: url !== null,
      run: () => {
        void copy(url ?? '');
        return { title: 'Copied URL' };
      },
    },
    {
      id: 'mock.use',
      title: 'Use mock endpoint in new destination',
      label: 'Use in new destination',
      shortcut: 'w',
      icon: PlugZap,
      menu: 'main',
      isShown: url !== null,
      run: () => void addToNewDestination(mock),
    },
    {
      id: 'mock.resetSteps',
      title: 'Reset mock endpoint steps',
      label: 'Reset steps',
      icon: ListRestart,
      menu: 'main',
      ...stepResetOf(mock),
    },
    {
      id: 'mock.duplicate',
      title: 'Duplicate mock endpoint',
      label: 'Duplicate',
      icon: CopyPlus,
      menu: 'main',
      run: () => openNewMock(id),
    },
    deleteAction('mock endpoint', removalOfMock(mock)),
  ]);
}
