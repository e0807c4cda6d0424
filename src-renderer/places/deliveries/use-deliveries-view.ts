import { createContext, use, useMemo } from 'react';
import { closePlan } from '#renderer/jobs/job-actions.ts';
import { queryOn } from '#renderer/kit/routing/route.ts';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import { type DeliveriesView, deliveriesRoute, viewOf } from './deliveries-route.ts';

/** Whether the data shown is that of a finished run: nothing can be changed or looked up elsewhere. */
export const ReadOnly = createContext(false);

export const useReadOnly = (): boolean => use(ReadOnly);

export function useDeliveriesView(): DeliveriesView {
  const route = useRoute((state) => state.route);
  return useMemo(() => viewOf(route), [route]);
}

/** Changes part of the view. Row selection replaces the URL, so "back" leaves the list. */
export function changeView(
  change: Partial<Omit<DeliveriesView, 'listed'>>,
  mode: 'push' | 'replace' = 'push',
): void {
  const { route } = useRoute.getState();
  const before = viewOf(route);
  const { path = [], query = {}, ...to } = deliveriesRoute({ ...before, ...change });
  // A filter keeps the selected row open, and what a link to a run shows.
  const stays = change.id === undefined && change.list === undefined;
  const { filter: _, show: __, ...target } = queryOn(route, 'deliveries');
  navigate(
    {
      ...to,
      path: stays && route.path.length > 0 ? route.path : path,
      query: stays && before.run !== null ? { ...target, ...query } : query,
    },
    mode,
  );
}

/** Of the list by default. A plan takes the place of the detail. */
export function openRow(id: number | null, list?: DeliveriesView['list']): void {
  if (id !== null) closePlan();
  changeView(list === undefined ? { id } : { id, list }, 'replace');
}
