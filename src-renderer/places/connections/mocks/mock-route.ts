/** The route of the page. */
import { queryOn, type Route, type RouteTo } from '#renderer/kit/routing/route.ts';

const mockTabs = ['requests', 'behavior'] as const;
export type MockTab = (typeof mockTabs)[number];

export type MockView =
  | { readonly kind: 'gallery' }
  | { readonly kind: 'new'; readonly copyOf: string | undefined }
  | {
      readonly kind: 'one';
      /** Null: the first. */
      readonly id: string | null;
      readonly tab: MockTab;
      readonly requestId: number | null;
    };

/** `#/mocks/new`, `…/new/own?copy=mock_1`, `…/mock_1`, `…/mock_1/behavior`, `…/mock_1/requests/12`. */
export function viewOf(route: Route): MockView {
  const [id, second, third] = route.path;
  if (id === 'new')
    return second === 'own'
      ? { kind: 'new', copyOf: queryOn(route, 'mocks').copy }
      : { kind: 'gallery' };
  const tab = mockTabs.find((name) => name === second) ?? 'requests';
  const isRequest = tab === 'requests' && third !== undefined && /^[1-9]\d{0,15}$/.test(third);
  return { kind: 'one', id: id ?? null, tab, requestId: isRequest ? Number(third) : null };
}

export function routeOf(view: MockView): RouteTo<'mocks'> {
  const page = 'mocks';
  if (view.kind === 'gallery') return { page, path: ['new'] };
  if (view.kind === 'new') return { page, path: ['new', 'own'], query: { copy: view.copyOf } };
  const { id, tab, requestId } = view;
  if (id === null) return { page };
  return {
    page,
    path: [id, tab, ...(requestId === null ? [] : [String(requestId)])],
  };
}
