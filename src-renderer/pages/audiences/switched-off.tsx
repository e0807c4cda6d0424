import { Fragment } from 'react';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { PlannedDestination } from '#shared/schemas/destination.ts';

/** More than a few would be a list to read; the page of destinations has all of them. */
const mostNamed = 3;

/** Connected destinations that get nothing, so that nobody waits for what does not come. */
export function SwitchedOff({ destinations }: { destinations: readonly PlannedDestination[] }) {
  if (destinations.length === 0) return null;
  const named = destinations.slice(0, mostNamed);
  const others = destinations.length - named.length;
  return (
    <p className="text-small [overflow-wrap:anywhere] text-fg-2">
      {named.map(({ destinationId, destinationName }, index) => (
        <Fragment key={destinationId}>
          {index > 0 && ', '}
          <RouteLink to={{ page: 'destinations', path: [destinationId] }}>
            {visibleLine(destinationName)}
          </RouteLink>
        </Fragment>
      ))}
      {others > 0 && ` and ${others} more`}
      {destinations.length === 1 ? ' is off and gets nothing.' : ' are off and get nothing.'}
    </p>
  );
}
