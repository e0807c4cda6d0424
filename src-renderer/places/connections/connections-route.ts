/** What is selected on the board, as the route of the page. */
import { queryOn, type Route, type RouteTo } from '#renderer/kit/routing/route.ts';

export type Selection =
  | { readonly kind: 'none' }
  | { readonly kind: 'source' | 'destination'; readonly id: string }
  | {
      readonly kind: 'mock';
      /** Or its name, which its URL contains. */
      readonly id: string;
      readonly view: 'settings' | 'requests';
      /** Of its requests. */
      readonly requestId: number | null;
    }
  /** A URL that isn't a mock endpoint's. */
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'new source' | 'gallery' }
  | { readonly kind: 'new destination' | 'new mock'; readonly copyOf: string | undefined };

const none: Selection = { kind: 'none' };

function mockSelection([id, second, third]: readonly string[], copyOf?: string): Selection {
  if (id === undefined) return none;
  if (id === 'new') return second === 'own' ? { kind: 'new mock', copyOf } : { kind: 'gallery' };
  const view = second === 'requests' ? 'requests' : 'settings';
  const isRequest = view === 'requests' && third !== undefined && /^[1-9]\d{0,15}$/.test(third);
  return { kind: 'mock', id, view, requestId: isRequest ? Number(third) : null };
}

/**
 * `#/connections/sources/src_1`, `…/destinations/new?copy=dst_1`, `…/mocks/mock_1/requests/12`, `…/mocks/new` (the
 * gallery), `…/mocks/new/own`, `…/urls/http%3A%2F%2Flocalhost`.
 */
export function selectionOf(route: Route): Selection {
  const [list, ...rest] = route.page === 'connections' ? route.path : [];
  const { copy } = queryOn(route, 'connections');
  const [id] = rest;
  if (list === 'mocks') return mockSelection(rest, copy);
  if (id === undefined) return none;
  if (list === 'sources') return id === 'new' ? { kind: 'new source' } : { kind: 'source', id };
  if (list === 'destinations')
    return id === 'new' ? { kind: 'new destination', copyOf: copy } : { kind: 'destination', id };
  return list === 'urls' ? { kind: 'url', url: id } : none;
}

function pathOf(selection: Selection): readonly string[] {
  switch (selection.kind) {
    case 'none':
      return [];
    case 'source':
      return ['sources', selection.id];
    case 'destination':
      return ['destinations', selection.id];
    case 'url':
      return ['urls', selection.url];
    case 'new source':
      return ['sources', 'new'];
    case 'new destination':
      return ['destinations', 'new'];
    case 'gallery':
      return ['mocks', 'new'];
    case 'new mock':
      return ['mocks', 'new', 'own'];
    case 'mock': {
      const { id, view, requestId } = selection;
      const request = requestId === null ? [] : [String(requestId)];
      return ['mocks', id, ...(view === 'requests' ? [view, ...request] : [])];
    }
  }
}

export function routeOf(selection: Selection): RouteTo<'connections'> {
  const path = pathOf(selection);
  return 'copyOf' in selection && selection.copyOf !== undefined
    ? { page: 'connections', path, query: { copy: selection.copyOf } }
    : { page: 'connections', path };
}

export const routeOfSource = (id: string | undefined): RouteTo<'connections'> =>
  routeOf(id === undefined ? none : { kind: 'source', id });

export const routeOfDestination = (id: string | undefined): RouteTo<'connections'> =>
  routeOf(id === undefined ? none : { kind: 'destination', id });

export const routeOfMock = (id: string | undefined): RouteTo<'connections'> =>
  routeOf(id === undefined ? none : { kind: 'mock', id, view: 'settings', requestId: null });
