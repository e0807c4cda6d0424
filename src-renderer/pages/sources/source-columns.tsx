import { collections, useItems } from '#renderer/data/collections.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-column.ts';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Source } from '#shared/schemas/source.ts';
import { sourceDrafts } from './source-form.ts';

function SourceCell({ source }: { source: Source }) {
  const connected = useItems(collections.destinations).filter(({ sourceIds }) =>
    sourceIds.includes(source.id),
  ).length;
  const hasDraft = sourceDrafts.useDrafts(({ byId }) => byId[source.id] !== undefined);
  return (
    <span className="min-w-0 flex-1">
      <span
        className={
          source.enabled ? 'block truncate font-medium' : 'block truncate font-medium text-fg-2'
        }
      >
        {visibleLine(source.name)}
      </span>
      <span className="block truncate text-small text-fg-2">
        {connected === 0
          ? 'no destination'
          : connected === 1
            ? '1 destination'
            : `${connected} destinations`}
        {hasDraft && ' · not saved yet'}
      </span>
    </span>
  );
}

export const sourceColumns: readonly VirtualListColumn<Source>[] = [
  {
    id: 'name',
    heading: 'Name',
    headingHidden: true,
    width: 'minmax(0,1fr)',
    cell: (source) => <SourceCell source={source} />,
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
