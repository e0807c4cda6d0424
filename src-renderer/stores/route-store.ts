/** The route the user is at; the browser's address is its only other home. */
import { create } from 'zustand';
import { firstRoute, formatRoute, type PageName, parseRoute, type Route } from './route.ts';

export const useRoute = create<{ readonly route: Route }>()(() => ({ route: firstRoute }));

const lastPlaces = new Map<PageName, Route>();
useRoute.subscribe(({ route }) => lastPlaces.set(route.page, route));

/** Where the user is or was on a page, with its filter and selection. */
export const placeOn = (page: PageName): RouteTo => lastPlaces.get(page) ?? { page };

/** Leads back to a page; on the page itself, to its start. */
export const returnTo = (page: PageName): RouteTo =>
  useRoute.getState().route.page === page ? { page } : placeOn(page);

let wentOn = false;

/** Whether the page has gone anywhere since it was loaded: only then does the focus go along. */
export const hasGoneOn = (): boolean => wentOn;

/** Follows the address; the returned function stops it. */
export function followAddress(): () => void {
  const read = (): void => {
    // Links within a page, such as "skip to content", are not routes.
    if (location.hash !== '' && !location.hash.startsWith('#/')) return;
    useRoute.setState({ route: parseRoute(location.hash) });
  };
  const follow = (): void => {
    wentOn = true;
    read();
  };
  read();
  window.addEventListener('hashchange', follow);
  return () => window.removeEventListener('hashchange', follow);
}

export interface RouteTo {
  readonly page: Route['page'];
  readonly path?: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
}

function routeTo({ page, path = [], query = {} }: RouteTo): Route {
  return { page, path, query };
}

/** For real links: `<a href={addressOf({ page: 'sources' })}>`. */
export function addressOf(to: RouteTo): string {
  return formatRoute(routeTo(to));
}

/** `replace` for steps that "back" should not retrace one by one, such as moving down a list. */
export function navigate(to: RouteTo, how: 'push' | 'replace' = 'push'): void {
  const address = addressOf(to);
  if (address === location.hash) return;
  wentOn = true;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', address);
  useRoute.setState({ route: routeTo(to) });
}
