/** Where the user is, as the address after the #, so that a reload keeps the place. Pure. */
const placeNames = [
  'inspector',
  'overview',
  'send',
  'destinations',
  'sources',
  'audiences',
  'receivers',
  'signatures',
  'settings',
] as const;
export type PlaceName = (typeof placeNames)[number];

export interface Route {
  readonly place: PlaceName;
  /** What stands after the place, such as `['deliveries', '12']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export const firstRoute: Route = { place: 'inspector', path: [], query: {} };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `#/inspector/deliveries/12?state=retrying`; whatever cannot be read leads to the first place. */
export function parseRoute(hash: string): Route {
  const [pathname = '', search = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [first = '', ...rest] = pathname.split('/').filter((part) => part !== '');
  const place = placeNames.find((name) => name === first);
  if (place === undefined) return firstRoute;
  return {
    place,
    path: rest.map(decoded),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

export function formatRoute(route: Route): string {
  const path = [route.place, ...route.path.map(encodeURIComponent)].join('/');
  const query = new URLSearchParams(route.query).toString();
  return query === '' ? `#/${path}` : `#/${path}?${query}`;
}
