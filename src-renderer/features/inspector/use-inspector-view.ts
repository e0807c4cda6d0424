import { useMemo } from 'react';
import { navigate, useRoute } from '#renderer/stores/route-store.ts';
import { type InspectorView, inspectorRoute, viewOf } from './inspector-route.ts';

export function useInspectorView(): InspectorView {
  const route = useRoute((state) => state.route);
  return useMemo(() => viewOf(route), [route]);
}

/** Changes a part of the view. Moving down a list replaces the address, so that "back" leaves it. */
export function changeView(change: Partial<InspectorView>, how: 'push' | 'replace' = 'push'): void {
  const view = viewOf(useRoute.getState().route);
  navigate(inspectorRoute({ ...view, ...change }), how);
}

export function openRow(id: number | null): void {
  changeView({ id }, 'replace');
}
