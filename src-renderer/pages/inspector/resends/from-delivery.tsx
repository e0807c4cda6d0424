import { RouteLink } from '#renderer/components/route-link.tsx';
import { useRoute } from '#renderer/stores/route-store.ts';
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import { resendRoute } from './resend-route.ts';

/** Names the delivery that a request made by hand belongs to, and leads there. */
export function FromDelivery({ delivery }: { delivery: DeliverySummary }) {
  const route = useRoute((state) => state.route);
  return (
    <p className="mt-0.5 truncate text-small text-fg-2">
      from{' '}
      <RouteLink to={resendRoute(route, delivery.id, null)}>
        delivery {delivery.id}, {delivery.label}
      </RouteLink>{' '}
      to {delivery.destinationName}
    </p>
  );
}
