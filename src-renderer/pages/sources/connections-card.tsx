import { RouteLink } from '#renderer/components/route-link.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';

/** Where the events of this source go. */
export function ConnectionsCard({ sourceId }: { sourceId: string }) {
  const all = useItems(collections.destinations);
  const connected = all.filter(({ sourceIds }) => sourceIds.includes(sourceId));
  return (
    <Card title="Connected destinations" meta={connected.length}>
      {connected.length === 0 ? (
        <p className="text-fg-2">
          Events of this source are accepted, but go nowhere.{' '}
          {all.length === 0 ? (
            <RouteLink to={{ page: 'destinations', path: ['new'] }}>Create a destination</RouteLink>
          ) : (
            <>
              Connect it in one of the{' '}
              <RouteLink to={{ page: 'destinations' }}>destinations</RouteLink>.
            </>
          )}
        </p>
      ) : (
        <ul className="flex max-h-56 flex-col gap-1.5 overflow-y-auto p-0.5">
          {connected.map(({ id, name, enabled }) => (
            <li key={id} className="flex min-w-0 items-center gap-2">
              <RouteLink to={{ page: 'destinations', path: [id] }} className="truncate">
                {visibleLine(name)}
              </RouteLink>
              {!enabled && <Badge>off</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
