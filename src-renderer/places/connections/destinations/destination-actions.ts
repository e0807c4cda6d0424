import { Copy, FastForward, Send } from 'lucide-react';
import { finishLabel, useFinishTarget } from '#renderer/clock/finish-target.ts';
import { useWaitingCount } from '#renderer/deliveries/delivery-labels.ts';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import {
  deleteAction,
  enableAction,
  removalOf,
  setEnabled,
} from '#renderer/kit/actions/entity-actions.ts';
import type { Work } from '#renderer/kit/actions/perform.ts';
import { collections } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import type { Destination } from '#shared/connections/destination.ts';
import { routeOfDestination } from '../connections-route.ts';
import { select } from '../selection.ts';
import { sendTest, useTest, useTestProblem } from './send-test.ts';

export const enableDestination = (destination: Destination, enabled: boolean): Promise<boolean> =>
  setEnabled(collections.destinations, core.destinations.update, destination, enabled);

const removalOfDestination = (destination: Destination): Work =>
  removalOf({
    collection: collections.destinations,
    operations: core.destinations,
    item: destination,
    routeOf: routeOfDestination,
    description: 'Waiting deliveries cancelled',
  });

export const openDestination = (id: string): void => select({ kind: 'destination', id });

const openNewDestination = (copyOf?: string): void =>
  select({ kind: 'new destination', copyOf }, 'push');

export function useDestinationActions(destination: Destination) {
  const { id, enabled } = destination;
  const target = { kind: 'destination', id, name: destination.name } as const;
  const finishing = useFinishTarget(target);
  const waitingCount = useWaitingCount();
  const test = useTest(id);
  const problem = useTestProblem(destination);
  return useActions('Destinations', [
    {
      id: 'destination.send-test',
      title: 'Send test',
      icon: Send,
      menu: 'main',
      busy: test.status === 'sending',
      problem,
      run: () => {
        // Its result is in the editor.
        openDestination(id);
        void sendTest(destination);
      },
    },
    {
      id: 'destination.finish',
      title: finishLabel(target),
      isShown: enabled && waitingCount > 0,
      icon: FastForward,
      menu: 'main',
      busy: finishing.busy,
      problem: finishing.problem,
      run: finishing.finish,
    },
    {
      id: 'destination.duplicate',
      title: 'Duplicate destination',
      label: 'Duplicate',
      icon: Copy,
      menu: 'main',
      run: () => openNewDestination(id),
    },
    enableAction('destination', enabled, (next) => enableDestination(destination, next)),
    deleteAction('destination', removalOfDestination(destination)),
  ]);
}
