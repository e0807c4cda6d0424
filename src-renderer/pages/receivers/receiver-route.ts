/** The route of the page. */
import { queryOn, type Route, type RouteTo } from '#renderer/stores/route.ts';

const receiverTabs = ['requests', 'behavior'] as const;
export type ReceiverTab = (typeof receiverTabs)[number];

export type ReceiverView =
  | { readonly kind: 'gallery' }
  | { readonly kind: 'new'; readonly copyOf: string | undefined }
  | {
      readonly kind: 'one';
      /** Null: the first. */
      readonly id: string | null;
      readonly tab: ReceiverTab;
      readonly requestId: number | null;
    };

/** `#/receivers/new`, `…/new/own?copy=rcv_1`, `…/rcv_1`, `…/rcv_1/behavior`, `…/rcv_1/requests/12`. */
export function viewOf(route: Route): ReceiverView {
  const [id, second, third] = route.path;
  if (id === 'new')
    return second === 'own'
      ? { kind: 'new', copyOf: queryOn(route, 'receivers').copy }
      : { kind: 'gallery' };
  const tab = receiverTabs.find((name) => name === second) ?? 'requests';
  const isRequest = tab === 'requests' && third !== undefined && /^[1-9]\d{0,15}$/.test(third);
  return { kind: 'one', id: id ?? null, tab, requestId: isRequest ? Number(third) : null };
}

export function routeOf(view: ReceiverView): RouteTo<'receivers'> {
  const page = 'receivers';
  if (view.kind === 'gallery') return { page, path: ['new'] };
  if (view.kind === 'new') return { page, path: ['new', 'own'], query: { copy: view.copyOf } };
  const { id, tab, requestId } = view;
  if (id === null) return { page };
  return {
    page,
    path: [id, tab, ...(requestId === null ? [] : [String(requestId)])],
  };
}
