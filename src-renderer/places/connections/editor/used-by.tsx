import { ChevronRight, Plus, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { runCommand } from '#renderer/kit/keyboard/commands.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { type Destination, webhooksOf } from '#shared/connections/destination.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { copySecret, secretsDiffer } from '../board/connect.ts';
import { routeOfDestination } from '../connections-route.ts';
import { Section } from './section.tsx';

/** `URL 3 of 3` */
function positionText(destination: Destination, url: string): string {
  const urls = webhooksOf(destination);
  const position = urls.findIndex((webhook) => webhook.url === url) + 1;
  return urls.length === 1 ? 'only URL' : `URL ${position} of ${urls.length}`;
}

interface UsedByProps {
  readonly url: string | null;
  readonly mock?: Mock;
  /** Below the list. */
  readonly children?: ReactNode;
}

/** The destinations that send to an endpoint. */
export function UsedBy({ url, mock, children }: UsedByProps) {
  const destinations = useItems(collections.destinations).filter((destination) =>
    webhooksOf(destination).some((webhook) => webhook.url === url),
  );
  return (
    <Section title="Used by" meta={destinations.length}>
      {destinations.length > 0 && (
        <ul className="mb-1.5 flex flex-col gap-1.5">
          {destinations.map((destination) => (
            <li key={destination.id}>
              <RouteLink
                plain
                to={routeOfDestination(destination.id)}
                className="flex h-8 items-center gap-2 rounded-control border border-line bg-bg-2 px-2.5 hover:border-line-2"
              >
                <span className="min-w-0 truncate font-medium">
                  {visibleLine(destination.name)}
                </span>
                <span className="flex-none text-small text-fg-2">
                  {positionText(destination, url ?? '')}
                </span>
                <span className="flex-1" />
                <ChevronRight className="icon-small text-fg-3" strokeWidth={1.75} aria-hidden />
              </RouteLink>
              {mock !== undefined && secretsDiffer(destination, mock) && (
                <DifferentSecret mock={mock} destination={destination} />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="-ml-2.5 flex flex-wrap">
        <Button
          variant="quiet"
          icon={Plus}
          shortcut="l"
          disabledReason={url === null ? 'Not listening' : undefined}
          onClick={() => void runCommand('connections.connect')}
        >
          Connect
        </Button>
        {children}
      </div>
    </Section>
  );
}

function DifferentSecret({ mock, destination }: { mock: Mock; destination: Destination }) {
  return (
    <span className="mt-1 flex items-center gap-1.5 text-small text-warn">
      <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
      <span className="flex-1">Different secret</span>
      <Button size="small" onClick={() => void copySecret(mock, destination)}>
        Use destination's secret
      </Button>
    </span>
  );
}
