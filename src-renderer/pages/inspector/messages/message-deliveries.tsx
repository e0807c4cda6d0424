import { ChevronRight } from 'lucide-react';
import { lastCode } from '#renderer/components/no-status.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { MessageDetail } from '#shared/schemas/delivery.ts';

/** The deliveries a message led to, each a link to its own detail. */
export function MessageDeliveries({ message }: { message: MessageDetail }) {
  const { deliveries } = message;
  if (deliveries.length === 0) return null;
  return (
    <Card title="Deliveries" meta={deliveries.length} padded={false}>
      <ul className="divide-y divide-line/60">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <RouteLink
              to={{ page: 'inspector', path: ['deliveries', String(delivery.id)] }}
              plain
              className="flex h-[33px] items-center gap-2.5 px-3 outline-offset-[-2px] hover:bg-bg-2"
            >
              <StateMark state={delivery.state} decorative />
              <span className="min-w-0 flex-1 truncate font-medium">
                {visibleLine(delivery.destinationName)}
              </span>
              <span className="text-fg-2">{delivery.state}</span>
              <StatusCode code={lastCode(delivery)} />
              <ChevronRight className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
            </RouteLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
