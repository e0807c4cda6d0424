/** The current route, kept in sync with the URL. */
import { create } from 'zustand';
import {
  firstRoute,
  formatRoute,
  type PageName,
  parseRoute,
  type Route,
  type RouteTo,
  routeTo,
} from './route.ts';

export const useRoute = create<{ readonly route: Route }>()(() => ({ route: firstRoute }));

const lastRoutes = new Map<PageName, Route>();
useRoute.subscribe(({ route }) => lastRoutes.set(route.page, route));

/** The last route on a page, with its filter and selection. */
export const lastRouteOn = (page: PageName): RouteTo => lastRoutes.get(page) ?? { page };

/** The last route on a page; its initial route if the page is open. */
export const returnTo = (page: PageName): RouteTo =>
  useRoute.getState().route.page === page ? { page } : lastRouteOn(page);

let navigated = false;

/** The hash that the current route was read from or written to. */
let shownHash = '';

/** Whether the user has navigated since the page was loaded. Only then is the focus moved. */
export const hasNavigated = (): boolean => navigated;

/** Updates the route when the URL changes; returns a function that stops it. */
export function followAddress(): () => void {
  const readAddress = (): void => {
    shownHash = location.hash;
    // Links within a page, such as "skip to content", are not routes.
    if (location.hash !== '' && !location.hash.startsWith('#/')) return;
    useRoute.setState({ route: parseRoute(location.hash) });
  };
  const onHashChange = (): void => {
    navigated = true;
    readAddress();
  };
  readAddress();
  window.addEventListener('hashchange', onHashChange);
  return () => window.removeEventListener('hashchange', onHashChange);
}

/** The `href` of a route: `<a href={addressOf({ page: 'connections' })}>`. */
export function addressOf(to: RouteTo): string {
  return formatRoute(routeTo(to));
}

/** Use `replace` for steps that should not be in the history, such as moving down a list. */
export function navigate(to: RouteTo, mode: 'push' | 'replace' = 'push'): void {
  const address = addressOf(to);
  if (address === location.hash) return;
  navigated = true;
  shownHash = address;
  history[mode === 'push' ? 'pushState' : 'replaceState'](null, '', address);
  useRoute.setState({ route: routeTo(to) });
}

/** Replaces the route `from`, unless the user has gone elsewhere: an effect runs after its render. */
export function redirect(from: Route, to: RouteTo): void {
  // The event of a changed address comes later than the change.
  if (useRoute.getState().route === from && location.hash === shownHash) navigate(to, 'replace');
}

/** Replaces the current route after a request, unless the user went elsewhere in the meantime. */
export function navigateFromHere(): (to: RouteTo) => void {
  const { route } = useRoute.getState();
  return (to) => redirect(route, to);
}
