import { useQuery } from '@tanstack/react-query';
import { Share2, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { HealthMark } from '#renderer/connections/health-mark.tsx';
import { collections, useCollection, useItems } from '#renderer/kit/data/collections.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { EntityPage } from '#renderer/kit/lists/entity-list.tsx';
import { queryOn } from '#renderer/kit/routing/route.ts';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { type Destination, webhooksOf } from '#shared/connections/destination.ts';
import { destinationProblemText } from '#shared/kit/problem.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import { type WebhookStatistics, webhookHealths } from '#shared/statistics/statistics.ts';
import { enableDestination, openDestination, openNewDestination } from './destination-actions.ts';
import { destinationForms } from './editor/destination-draft.ts';
import { DestinationPane, NewDestinationPane } from './editor/destination-pane.tsx';

// The health of each destination, for lists: that of its worst webhook.

/** Counting takes longer than a change of a row. */
const refreshMs = 5_000;

const severity = ({ health }: WebhookStatistics): number => webhookHealths.indexOf(health);

/** By destination ID. */
function useDestinationHealth(): ReadonlyMap<string, WebhookStatistics> {
  const { data } = useQuery({
    ...api.statistics.get.queryOptions({ input: { range: 'recent' } }),
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  });
  return useMemo(() => {
    const worst = new Map<string, WebhookStatistics>();
    for (const webhook of data?.webhooks ?? []) {
      const current = worst.get(webhook.destinationId);
      if (webhook.active && (current === undefined || severity(webhook) < severity(current)))
        worst.set(webhook.destinationId, webhook);
    }
    return worst;
  }, [data]);
}

type Shown =
  | { readonly kind: 'new'; readonly copyOf: string | undefined }
  | { readonly kind: 'one'; readonly destination: Destination }
  | { readonly kind: 'gone' };

/** The selected destination; by default the first, or the form for a new one if there are none. */
function useShownDestination(): Shown {
  const route = useRoute((state) => state.route);
  const items = useItems(collections.destinations);
  const requestedId = route.path[0];
  if (requestedId === 'new') return { kind: 'new', copyOf: queryOn(route, 'destinations').copy };
  const destination =
    requestedId === undefined ? items[0] : items.find((candidate) => candidate.id === requestedId);
  if (destination !== undefined) return { kind: 'one', destination };
  return requestedId === undefined || items.length === 0
    ? { kind: 'new', copyOf: undefined }
    : { kind: 'gone' };
}

export function DestinationsPage() {
  const collection = useCollection(collections.destinations);
  const detail = useShownDestination();
  const selected = detail.kind === 'one' ? detail.destination : undefined;
  const sourceStatus = useCollection(collections.sources).status;
  return (
    <EntityPage<Destination>
      title="Destinations"
      noun="destination"
      icon={Share2}
      list={collection}
      isReady={sourceStatus !== 'loading'}
      columns={destinationColumns}
      selectedId={selected?.id ?? null}
      onSelect={openDestination}
      onNew={() => openNewDestination()}
      onToggle={() => selected && void enableDestination(selected, !selected.enabled)}
      empty={
        <EmptyState icon={Share2} title="No destinations yet">
          Destinations send messages to your webhook URLs.
        </EmptyState>
      }
    >
      {detail.kind === 'one' ? (
        <DestinationPane key={detail.destination.id} destination={detail.destination} />
      ) : detail.kind === 'new' ? (
        <NewDestinationPane key={detail.copyOf ?? 'new'} copyOf={detail.copyOf} />
      ) : null}
    </EntityPage>
  );
}

function urlCount(destination: Destination): string {
  const count = webhooksOf(destination).length;
  return count === 1 ? '1 URL' : `${count} URLs`;
}

function SourceNames({ ids }: { ids: readonly string[] }) {
  const sources = useItems(collections.sources);
  const names = sources.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  if (names.length === 0) return 'No source';
  const [first = ''] = names;
  return names.length === 1 ? first : `${first} +${names.length - 1}`;
}

function DestinationCell({ destination }: { destination: Destination }) {
  const { enabled } = destination;
  const problem = destination.problem && destinationProblemText(destination.problem);
  const health = useDestinationHealth().get(destination.id);
  const hasDraft = destinationForms.drafts.useDrafts(
    ({ byId }) => byId[destination.id] !== undefined,
  );
  return (
    <span className="min-w-0 flex-1">
      <span className="flex min-w-0 items-center gap-1.5">
        {/* Its width is reserved, so that names stay aligned. */}
        {enabled && (
          <span className="flex size-3.5 flex-none">
            {health && <HealthMark webhook={health} isCompact />}
          </span>
        )}
        <span className={enabled ? 'truncate font-medium' : 'truncate font-medium text-fg-2'}>
          {visibleLine(destination.name)}
        </span>
        {!enabled && <Badge>disabled</Badge>}
        {enabled && problem !== null && (
          <span className="flex-none text-warn" title={problem}>
            <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
            <span className="sr-only">{problem}</span>
          </span>
        )}
      </span>
      <span className="block truncate text-small text-fg-2">
        {urlCount(destination)} ·{' '}
        {takesPayloads(destination) ? (
          profileOf(destination).name
        ) : (
          <SourceNames ids={destination.sourceIds} />
        )}
        {hasDraft && ' · unsaved'}
      </span>
    </span>
  );
}

const destinationColumns: readonly VirtualListColumn<Destination>[] = [
  {
    id: 'name',
    heading: 'Name',
    headingHidden: true,
    width: 'minmax(0,1fr)',
    cell: (destination) => <DestinationCell destination={destination} />,
  },
];
