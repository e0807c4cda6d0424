import { createContext, use, useMemo } from 'react';
import { navigate, useRoute } from '#renderer/stores/route-store.ts';
import { type InspectorView, inspectorRoute, viewOf } from './inspector-route.ts';

/** Whether the data shown is that of a finished run: nothing can be changed or looked up elsewhere. */
export const ReadOnly = createContext(false);

export const useReadOnly = (): boolean => use(ReadOnly);

export function useInspectorView(): InspectorView {
  const route = useRoute((state) => state.route);
  return useMemo(() => viewOf(route), [route]);
}

/** Changes part of the view. Row selection replaces the URL, so "back" leaves the list. */
export function changeView(
  change: Partial<InspectorView>,
  mode: 'push' | 'replace' = 'push',
): void {
  const { route } = useRoute.getState();
  const { path = [], ...to } = inspectorRoute({ ...viewOf(route), ...change });
  // A filter keeps the selected row open.
  const stays = change.id === undefined && change.list === undefined;
  navigate({ ...to, path: stays && route.path.length > 0 ? route.path : path }, mode);
}

export function openRow(id: number | null): void {
  changeView({ id }, 'replace');
}
