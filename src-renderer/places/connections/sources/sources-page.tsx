import { Plug } from 'lucide-react';
import { collections, useCollection, useItems } from '#renderer/kit/data/collections.ts';
import { EntityPage } from '#renderer/kit/lists/entity-list.tsx';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { Source } from '#shared/connections/source.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { openNewSource, openSource, setSourceEnabled, sourceForms } from './source-actions.ts';
import { NewSourcePane, SourcePane } from './source-pane.tsx';

export function SourcesPage() {
  const collection = useCollection(collections.sources);
  const requestedId = useRoute((state) => state.route.path[0]);
  const { items } = collection;
  const source = requestedId === undefined ? items[0] : items.find(({ id }) => id === requestedId);
  const isFirst = items.length === 0;
  return (
    <EntityPage<Source>
      title="Sources"
      noun="source"
      icon={Plug}
      list={collection}
      columns={sourceColumns}
      selectedId={source?.id ?? null}
      onSelect={openSource}
      onNew={openNewSource}
      onToggle={() => source && void setSourceEnabled(source, !source.enabled)}
      empty={
        <EmptyState icon={Plug} title="No sources yet">
          Sources send messages with their write key.
        </EmptyState>
      }
    >
      {source !== undefined ? (
        <SourcePane key={source.id} source={source} />
      ) : requestedId === 'new' || isFirst ? (
        <NewSourcePane isFirst={isFirst} />
      ) : null}
    </EntityPage>
  );
}

function SourceCell({ source }: { source: Source }) {
  const connected = useItems(collections.destinations).filter(({ sourceIds }) =>
    sourceIds.includes(source.id),
  ).length;
  const hasDraft = sourceForms.drafts.useDrafts(({ byId }) => byId[source.id] !== undefined);
  return (
    <span className="min-w-0 flex-1">
      <span className="flex min-w-0 items-center gap-1.5">
        <span
          className={source.enabled ? 'truncate font-medium' : 'truncate font-medium text-fg-2'}
        >
          {visibleLine(source.name)}
        </span>
        {!source.enabled && <Badge>disabled</Badge>}
      </span>
      <span className="block truncate text-small text-fg-2">
        {connected === 0
          ? 'No destination'
          : connected === 1
            ? '1 destination'
            : `${connected} destinations`}
        {hasDraft && ' · unsaved'}
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
];
