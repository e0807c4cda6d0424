import { EmptyState } from '#renderer/ui/content-states.tsx';
import { RouteLink } from './route-link.tsx';

/** An address that leads nowhere. It stays in the address bar, so that it can be corrected. */
export function NotFound() {
  return (
    <EmptyState
      title="Not found"
      actions={<RouteLink to={{ page: 'deliveries' }}>Go to Deliveries</RouteLink>}
    >
      Nothing is at this address.
    </EmptyState>
  );
}
