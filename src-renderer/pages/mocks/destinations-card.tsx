import { Plus, TriangleAlert } from 'lucide-react';
import { usesMock } from '#renderer/components/mock-of.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Destination } from '#shared/schemas/destination.ts';
import type { Mock } from '#shared/schemas/mock.ts';
import {
  addToDestination,
  addToNewDestination,
  copySecret,
  secretsDiffer,
  webhookProblem,
} from './use-as-webhook.ts';

export function DestinationsCard({ mock }: { mock: Mock }) {
  const destinations = useItems(collections.destinations);
  const using = destinations.filter((destination) => usesMock(destination, mock));
  return (
    <Card title="Destinations" meta={`${using.length} of ${destinations.length} connected`}>
      {destinations.length > 0 && (
        <ul className="mb-2 flex max-h-72 flex-col gap-1.5 overflow-y-auto p-0.5">
          {destinations.map((destination) => (
            <Row
              key={destination.id}
              destination={destination}
              mock={mock}
              isUsing={using.includes(destination)}
            />
          ))}
        </ul>
      )}
      <Button
        variant="quiet"
        icon={Plus}
        className="-ml-2.5"
        shortcut="w"
        disabledReason={mock.url === null ? 'Not listening' : undefined}
        onClick={() => void addToNewDestination(mock)}
      >
        Use in new destination
      </Button>
    </Card>
  );
}

interface RowProps {
  readonly destination: Destination;
  readonly mock: Mock;
  readonly isUsing: boolean;
}

function Row({ destination, mock, isUsing }: RowProps) {
  const { id, name } = destination;
  const differs = isUsing && secretsDiffer(destination, mock);
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <span className="flex min-h-6.5 min-w-0 items-center gap-2">
        <RouteLink to={{ page: 'destinations', path: [id] }} className="min-w-0 flex-1 truncate">
          {visibleLine(name)}
        </RouteLink>
        {isUsing ? (
          <span className="flex-none text-small text-fg-2">connected</span>
        ) : (
          <Button
            className="h-6.5 text-small"
            disabledReason={webhookProblem(destination, mock)}
            aria-label={`Use as webhook for ${name}`}
            onClick={() => void addToDestination(mock, destination)}
          >
            Use as webhook
          </Button>
        )}
      </span>
      {differs && (
        <span className="flex items-center gap-1.5 text-small text-warn">
          <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
          <span className="flex-1">Different secret</span>
          <Button className="h-6.5 text-small" onClick={() => void copySecret(mock, destination)}>
            Use destination's secret
          </Button>
        </span>
      )}
    </li>
  );
}
