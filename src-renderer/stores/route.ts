/** Where the user is, as the address after the #, so that a reload keeps the page. Pure. */
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
  /** What stands after the page, such as `['deliveries', '12']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Without an address; a fresh start leads on to Start. */
export const firstRoute: Route = { page: 'inspector', path: [], query: {} };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `#/inspector/deliveries/12?state=retrying`; whatever cannot be read leads to the first page. */
export function parseRoute(hash: string): Route {
  const [pathname = '', search = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [first = '', ...rest] = pathname.split('/').filter((part) => part !== '');
  const page = pageNames.find((name) => name === first);
  if (page === undefined) return firstRoute;
  return {
    page,
    path: rest.map(decoded),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

export function formatRoute(route: Route): string {
  const path = [route.page, ...route.path.map(encodeURIComponent)].join('/');
  const query = new URLSearchParams(route.query).toString();
  return query === '' ? `#/${path}` : `#/${path}?${query}`;
}
