/**
 * Routes: a page, a path within it, and the query parameters of the page. They are in the fragment
 * of the URL, so that a reload keeps the page. Pure.
 */
import { z } from 'zod';
import { DeliveryState } from '#shared/deliveries/delivery.ts';

/** An invalid parameter is ignored. */
const parameter = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const text = parameter(z.string());
const rowId = parameter(
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
);

const queries = {
  start: z.object({}),
  /** `state` and `destination` are short for the filter. */
  deliveries: z.object({
    filter: text,
    state: parameter(DeliveryState),
    destination: text,
    /** Of a scenario run: what to show (`RunReference`). */
    message: text,
    attempt: rowId,
    webhook: text,
    copiedBy: text,
    tab: parameter(z.enum(['received'])),
    /** The activity in place of the list. */
    activity: parameter(z.enum(['full'])),
  }),
  destinations: z.object({ copy: text }),
  sources: z.object({}),
  audiences: z.object({}),
  mocks: z.object({ copy: text }),
  scenarios: z.object({ tab: parameter(z.enum(['edit', 'run', 'explore', 'history'])), run: text }),
  /** The destination to certify. */
  signatures: z.object({ destination: text }),
  settings: z.object({}),
  /** Any other address; its path is all of it. */
  unknown: z.object({}),
};

export type PageName = keyof typeof queries;
export type RouteQuery<Page extends PageName> = Readonly<z.infer<(typeof queries)[Page]>>;

interface PageRoute<Page extends PageName> {
  readonly page: Page;
  /** Path segments after the page, such as `['12']`. */
  readonly path: readonly string[];
  readonly query: RouteQuery<Page>;
}

export type Route = { [Page in PageName]: PageRoute<Page> }[PageName];

/** A route to go to; path and query are empty when absent. */
export type RouteTo<Page extends PageName = PageName> = {
  [Name in Page]: Pick<PageRoute<Name>, 'page'> & Partial<PageRoute<Name>>;
}[Page];

/** The route if the URL has none. The first run opens Start instead. */
export const firstRoute: Route = { page: 'deliveries', path: [], query: {} };

export const routeTo = (to: RouteTo): Route => ({ path: [], query: {}, ...to }) as Route;

/** The query of a page; empty while another page is open. */
export const queryOn = <Page extends PageName>(route: Route, page: Page): RouteQuery<Page> =>
  (route.page === page ? route.query : {}) as RouteQuery<Page>;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const isPage = (name: string): name is PageName =>
  name !== 'unknown' && Object.hasOwn(queries, name);

/** Parses `#/deliveries/12?state=waiting`; `firstRoute` if it names no page. */
export function parseRoute(hash: string): Route {
  const [pathname = '', search = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const parts = pathname.split('/').filter((part) => part !== '');
  const [page, ...segments] = parts;
  if (page === undefined) return firstRoute;
  if (!isPage(page)) return { page: 'unknown', path: parts.map(decode), query: {} };
  const query = queries[page].parse(Object.fromEntries(new URLSearchParams(search)));
  return { page, path: segments.map(decode), query } as Route;
}

export function formatRoute({ page, path, query }: Route): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const names = page === 'unknown' ? path : [page, ...path];
  const address = `#/${names.map(encodeURIComponent).join('/')}`;
  return parameters.length === 0 ? address : `${address}?${new URLSearchParams(parameters)}`;
}
