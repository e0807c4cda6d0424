/** The copy part of a delivery's URL. */
import { queryOn, type Route, type RouteTo } from '#renderer/stores/route.ts';
import { navigate, useRoute } from '#renderer/stores/route-store.ts';

/** The editor, one copy by number, or the delivery itself. */
export type CopyView = 'edit' | number | null;

/** `#/inspector/deliveries/12/edit`, `#/inspector/deliveries/12/copies/3`. Pure. */
export function copyViewOf({ path }: Route): CopyView {
  const [list, , view, id = ''] = path;
  if (list !== 'deliveries') return null;
  if (view === 'edit') return 'edit';
  return view === 'copies' && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
}

/** The list keeps its filter. Pure. */
export function copyRoute(route: Route, deliveryId: number, view: CopyView): RouteTo<'inspector'> {
  const delivery = ['deliveries', String(deliveryId)];
  const segments = view === null ? [] : view === 'edit' ? ['edit'] : ['copies', String(view)];
  const path = [...delivery, ...segments];
  return { page: 'inspector', path, query: queryOn(route, 'inspector') };
}

export function openCopyView(deliveryId: number, view: CopyView): void {
  navigate(copyRoute(useRoute.getState().route, deliveryId, view));
}
