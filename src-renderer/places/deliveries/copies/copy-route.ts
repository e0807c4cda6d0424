/** The copy part of a delivery's URL, and the origin of a copy. Pure. */
import { queryOn, type Route, type RouteTo } from '#renderer/kit/routing/route.ts';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import type { CopySummary } from '#shared/deliveries/copy.ts';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { attemptShown } from '../detail/attempts.ts';

/** The editor, one copy by number, or the delivery itself. */
export type CopyView = 'edit' | number | null;

/** `#/deliveries/12/edit`, `#/deliveries/12/copies/3`. Pure. */
export function copyViewOf({ path }: Route): CopyView {
  const [delivery = '', view, id = ''] = path;
  if (!/^\d+$/.test(delivery)) return null;
  if (view === 'edit') return 'edit';
  return view === 'copies' && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
}

/** The list keeps its filter. Pure. */
export function copyRoute(route: Route, deliveryId: number, view: CopyView): RouteTo<'deliveries'> {
  const segments = view === null ? [] : view === 'edit' ? ['edit'] : ['copies', String(view)];
  const path = [String(deliveryId), ...segments];
  return { page: 'deliveries', path, query: queryOn(route, 'deliveries') };
}

export function openCopyView(deliveryId: number, view: CopyView): void {
  navigate(copyRoute(useRoute.getState().route, deliveryId, view));
}

// How a copy differs from its origin.

/** The latest at the same webhook; for another URL, the most telling one. */
export function originalAttempt(
  delivery: Pick<DeliveryDetail, 'attemptList' | 'state'>,
  url: string,
): Attempt | null {
  const atWebhook = delivery.attemptList.findLast((attempt) => attempt.url === url);
  return atWebhook ?? attemptShown(delivery, null);
}

// The origin of a copy.

interface Origin {
  /** The event, or the name of the mock endpoint. */
  readonly name: string;
  /** Of the delivery or the request. */
  readonly number: number | null;
  /** Full text of both. */
  readonly text: string;
}

type Made = Pick<CopySummary, 'deliveryId' | 'label' | 'received'>;

export function originOf({ deliveryId, label, received }: Made): Origin {
  if (received !== null) {
    const { mock, requestId } = received;
    return { name: mock, number: requestId, text: `${mock}, request ${requestId}` };
  }
  const name = label ?? 'Delivery';
  return { name, number: deliveryId, text: `${name}, delivery ${deliveryId}` };
}

/** Whether the result says more than the status alone. */
export const saysMoreThanStatus = ({
  status,
  signatureFit,
}: Pick<CopySummary, 'status' | 'signatureFit'>): boolean =>
  status === null || signatureFit === 'invalid';
