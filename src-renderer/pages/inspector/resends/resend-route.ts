/** The resend part of a delivery's URL. */
import { queryOn, type Route, type RouteTo } from '#renderer/stores/route.ts';
import { navigate, useRoute } from '#renderer/stores/route-store.ts';

/** The editor, one resend by number, or the delivery itself. */
export type ResendView = 'edit' | number | null;

/** `#/inspector/deliveries/12/edit`, `#/inspector/deliveries/12/resends/3`. Pure. */
export function resendViewOf({ path }: Route): ResendView {
  const [list, , view, id = ''] = path;
  if (list !== 'deliveries') return null;
  if (view === 'edit') return 'edit';
  return view === 'resends' && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
}

/** The list keeps its filter. Pure. */
export function resendRoute(
  route: Route,
  deliveryId: number,
  view: ResendView,
): RouteTo<'inspector'> {
  const delivery = ['deliveries', String(deliveryId)];
  const segments = view === null ? [] : view === 'edit' ? ['edit'] : ['resends', String(view)];
  const path = [...delivery, ...segments];
  return { page: 'inspector', path, query: queryOn(route, 'inspector') };
}

export function openResendView(deliveryId: number, view: ResendView): void {
  navigate(resendRoute(useRoute.getState().route, deliveryId, view));
}
