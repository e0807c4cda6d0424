/** The route of a comparison: `#/deliveries/compare/12.3/15`. */
import { queryOn, type Route, type RouteTo } from '#renderer/kit/routing/route.ts';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';

/**
 * One side of a comparison. `delivery`: its most telling attempt, or the next request. `attempt`:
 * numbered from 1 over all attempts of the delivery. `copy`: a copy of it.
 */
export type SideRef =
  | { readonly kind: 'delivery'; readonly deliveryId: number }
  | { readonly kind: 'attempt'; readonly deliveryId: number; readonly position: number }
  | { readonly kind: 'copy'; readonly deliveryId: number; readonly copyId: number };

/** `12`, `12.3` for its third attempt, `12.c5` for copy 5. */
export function sideText(ref: SideRef): string {
  if (ref.kind === 'delivery') return `${ref.deliveryId}`;
  return ref.kind === 'attempt'
    ? `${ref.deliveryId}.${ref.position}`
    : `${ref.deliveryId}.c${ref.copyId}`;
}

export function sideRefOf(text: string): SideRef | null {
  const [, delivery, mark, number] = /^([1-9]\d{0,15})(?:\.(c?)([1-9]\d{0,15}))?$/.exec(text) ?? [];
  if (delivery === undefined) return null;
  const deliveryId = Number(delivery);
  if (number === undefined) return { kind: 'delivery', deliveryId };
  return mark === 'c'
    ? { kind: 'copy', deliveryId, copyId: Number(number) }
    : { kind: 'attempt', deliveryId, position: Number(number) };
}

export interface Compared {
  readonly before: SideRef;
  readonly after: SideRef;
}

/** Null if nothing is compared; `unreadable` if the URL is invalid. */
export function comparedOf({ path }: Route): Compared | 'unreadable' | null {
  const [list, first = '', second = ''] = path;
  if (list !== 'compare') return null;
  const [before, after] = [sideRefOf(first), sideRefOf(second)];
  return before === null || after === null ? 'unreadable' : { before, after };
}

/** The list keeps its filter. */
export function compareRoute(route: Route, { before, after }: Compared): RouteTo<'deliveries'> {
  const path = ['compare', sideText(before), sideText(after)];
  return { page: 'deliveries', path, query: queryOn(route, 'deliveries') };
}

/** `replace` keeps steps between attempts out of the browser history. */
export function openComparison(compared: Compared, mode: 'push' | 'replace' = 'push'): void {
  navigate(compareRoute(useRoute.getState().route, compared), mode);
}

type Attempts = Pick<DeliveryDetail, 'id' | 'attemptList'>;

export function inOrder({ attemptList }: Attempts): readonly Attempt[] {
  return attemptList.toSorted((a, b) => a.id - b.id);
}

/** The attempt, or the delivery if there is none. */
export function refOfAttempt(delivery: Attempts, attempt: Attempt | null): SideRef {
  const number = inOrder(delivery).findIndex(({ id }) => id === attempt?.id) + 1;
  return number === 0
    ? { kind: 'delivery', deliveryId: delivery.id }
    : { kind: 'attempt', deliveryId: delivery.id, position: number };
}

/** The previous attempt at the same webhook, else the previous one at any; null for the first. */
export function previousAttempt(delivery: Attempts, attempt: Attempt | null): Attempt | null {
  if (attempt === null) return null;
  const earlier = inOrder(delivery).filter(({ id }) => id < attempt.id);
  return earlier.findLast(({ url }) => url === attempt.url) ?? earlier.at(-1) ?? null;
}
