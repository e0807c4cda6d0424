/** Routes in the fragment of the URL, so that a reload keeps the page. Pure. */
const pageNames = [
  'start',
  'inspector',
  'overview',
  'send',
  'destinations',
  'sources',
  'audiences',
  'receivers',
  'scenarios',
  'signatures',
  'settings',
] as const;
export type PageName = (typeof pageNames)[number];

export interface Route {
  readonly page: PageName;
  /** Path segments after the page, such as `['deliveries', '12']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** The route if the URL has none. The first run opens Start instead. */
export const firstRoute: Route = { page: 'inspector', path: [], query: {} };

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parses `#/inspector/deliveries/12?state=retrying`; falls back to `firstRoute`. */
export function parseRoute(hash: string): Route {
  const [pathname = '', search = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [pageSegment = '', ...segments] = pathname.split('/').filter((part) => part !== '');
  const page = pageNames.find((name) => name === pageSegment);
  if (page === undefined) return firstRoute;
  return {
    page,
    path: segments.map(decode),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

export function formatRoute(route: Route): string {
  const path = [route.page, ...route.path.map(encodeURIComponent)].join('/');
  const query = new URLSearchParams(route.query).toString();
  return query === '' ? `#/${path}` : `#/${path}?${query}`;
}
