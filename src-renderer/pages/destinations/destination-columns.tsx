import { TriangleAlert } from 'lucide-react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-column.ts';
import { visibleLine } from '#shared/lib/visible-text.ts';
import { type Destination, webhooksOf } from '#shared/schemas/destination.ts';
import { destinationDrafts } from './editor/destination-drafts.ts';

function urlCount(destination: Destination): string {
  const count = webhooksOf(destination).length;
  return count === 1 ? '1 URL' : `${count} URLs`;
}

function SourceNames({ ids }: { ids: readonly string[] }) {
  const sources = useItems(collections.sources);
  const names = sources.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  if (names.length === 0) return 'no source';
  const [first = ''] = names;
  return names.length === 1 ? first : `${first} +${names.length - 1}`;
}

function DestinationCell({ destination }: { destination: Destination }) {
  const { enabled, problem } = destination;
  const hasDraft = destinationDrafts.useDrafts(({ byId }) => byId[destination.id] !== undefined);
  return (
    <span className="min-w-0 flex-1">
      <span className="flex min-w-0 items-center gap-1.5">
        <span className={enabled ? 'truncate font-medium' : 'truncate font-medium text-fg-2'}>
          {visibleLine(destination.name)}
        </span>
        {enabled && problem !== null && (
          <span className="flex-none text-warn" title={problem}>
            <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
            <span className="sr-only">{problem}</span>
          </span>
        )}
      </span>
      <span className="block truncate text-small text-fg-2">
        {urlCount(destination)} · <SourceNames ids={destination.sourceIds} />
        {hasDraft && ' · not saved yet'}
      </span>
    </span>
  );
}

export const destinationColumns: readonly VirtualListColumn<Destination>[] = [
  {
    id: 'name',
    heading: 'Name',
    headingHidden: true,
    width: 'minmax(0,1fr)',
    cell: (destination) => <DestinationCell destination={destination} />,
  },
  {
    id: 'enabled',
    heading: 'On or off',
    headingHidden: true,
    width: '34px',
    align: 'end',
    cell: ({ enabled }) => (
      <Badge tone={enabled ? 'ok' : 'neutral'}>{enabled ? 'on' : 'off'}</Badge>
    ),
  },
];
