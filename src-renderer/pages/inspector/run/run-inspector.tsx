import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileSearch, Inbox } from 'lucide-react';
import { isValidFilter } from '#renderer/components/filter/delivery-filter.ts';
import { FilterBar, NoMatches, UnreadableFilter } from '#renderer/components/filter/filter-bar.tsx';
import { focusDetail } from '#renderer/components/focus.ts';
import { allKeys, ListFoot, MainList } from '#renderer/components/list.tsx';
import { LateSpinner } from '#renderer/components/loading.tsx';
import { shownStatus } from '#renderer/components/no-status.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { listingOf } from '#renderer/data/listing.ts';
import { paging } from '#renderer/data/pages.ts';
import { api } from '#renderer/data/query-client.ts';
import { queryOn } from '#renderer/stores/route.ts';
import { navigate, useRoute } from '#renderer/stores/route-store.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { StoredRun } from '#shared/scenarios/schema/run.ts';
import { type RunView, runRoute } from '../inspector-route.ts';
import { ReadOnly } from '../use-inspector-view.ts';
import { RunDeliveryView } from './run-delivery.tsx';

/** The deliveries of a scenario run, read-only. */
export function RunInspector({ view }: { view: RunView }) {
  const run = useQuery(api.scenarios.report.queryOptions({ input: { id: view.runId } }));
  return (
    <ReadOnly value>
      <SplitPane
        id="inspector"
        separatorLabel="Resize the list"
        start={<RunDeliveries view={view} run={run.data} />}
        end={<RunDetail view={view} />}
        startSize={420}
        startMin={320}
        endMin={420}
      />
    </ReadOnly>
  );
}

const limit = 200;

function useRunDeliveries({ runId, filter }: RunView) {
  const result = useInfiniteQuery(
    api.scenarios.deliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: runId,
        limit,
        ...(filter !== '' && { filter }),
        ...(cursor !== undefined && { cursor }),
      }),
      ...paging,
    }),
  );
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  return {
    ...listingOf(
      result,
      data?.pages.flatMap((page) => page.items),
    ),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void (hasNextPage && !isFetchingNextPage && fetchNextPage()),
  };
}

const columns: readonly VirtualListColumn<DeliverySummary>[] = [
  {
    id: 'state',
    heading: 'State',
    headingHidden: true,
    width: '14px',
    cell: (delivery) => <StateMark state={delivery.state} />,
  },
  {
    id: 'message',
    heading: 'Message',
    width: 'minmax(0,1fr)',
    cell: ({ messageId }) => <span className="truncate font-medium">{messageId}</span>,
  },
  {
    id: 'destination',
    heading: 'Destination',
    width: 'minmax(0,1fr)',
    cell: ({ destinationName }) => <span className="truncate text-fg-2">{destinationName}</span>,
  },
  {
    id: 'status',
    heading: 'Status',
    width: '64px',
    align: 'end',
    cell: (delivery) => <StatusCode code={shownStatus(delivery)} />,
  },
  {
    id: 'attempts',
    heading: '#',
    width: '26px',
    align: 'end',
    cell: ({ attempts }) => <span className="text-small text-fg-3">{attempts}</span>,
  },
];

function countText(listed: number, total: number, isFiltered: boolean): string {
  if (isFiltered) return `${formatCount(listed)} of ${formatCount(total)}`;
  return listed < total
    ? `${formatCount(listed)} of ${formatCount(total)} kept`
    : `${formatCount(total)} total`;
}

interface RunDeliveriesProps {
  readonly view: RunView;
  readonly run: StoredRun | undefined;
}

function RunDeliveries({ view, run }: RunDeliveriesProps) {
  const list = useRunDeliveries(view);
  const isFiltered = view.filter !== '';
  // A filter keeps the delivery open.
  const setFilter = (filter: string): void => {
    const { route } = useRoute.getState();
    const { filter: _, ...query } = queryOn(route, 'inspector');
    const to = runRoute({ ...view, filter });
    navigate({ ...to, query: { ...query, ...to.query } }, 'replace');
  };
  const open = (deliveryId: number): void => navigate(runRoute({ ...view, deliveryId }), 'replace');
  const total = run?.report.counts.deliveries;
  return (
    <section aria-label="Lists" className="flex h-full min-h-0 flex-col bg-bg-1">
      <header className="flex h-11 flex-none items-center gap-2 border-b border-line px-3">
        <h1 className="min-w-0 flex-1 truncate font-semibold">
          {run === undefined ? 'Run' : `Run of ${run.report.scenario.name}`}
        </h1>
        <span className="flex-none rounded-chip bg-bg-3 px-1.5 text-small text-fg-2">
          read-only
        </span>
        {run !== undefined && (
          <RouteLink
            className="flex-none text-small"
            to={{
              page: 'scenarios',
              path: run.openedFrom === null ? [run.file] : ['runs', run.id],
              query: run.openedFrom === null ? { tab: 'run', run: run.id } : {},
            }}
          >
            Back to results
          </RouteLink>
        )}
      </header>
      <FilterBar filter={view.filter} onFilter={setFilter} />
      <MainList<DeliverySummary>
        label="Deliveries"
        nouns="deliveries"
        list={list}
        rowKey={({ id }) => String(id)}
        columns={columns}
        selectedKey={view.deliveryId === null ? null : String(view.deliveryId)}
        onSelect={({ id }) => open(id)}
        onOpen={focusDetail}
        empty={
          isFiltered ? (
            <NoMatches nouns="deliveries" onClear={() => setFilter('')} />
          ) : (
            <EmptyState icon={Inbox} title="No deliveries">
              The run made none, or its data wasn't kept.
            </EmptyState>
          )
        }
        failure={
          isValidFilter(view.filter) ? undefined : (
            <UnreadableFilter onRemove={() => setFilter('')} />
          )
        }
      />
      <ListFoot hints={[allKeys]}>
        {list.status === 'ready' && total !== undefined && !list.hasMore
          ? countText(list.items.length, total, isFiltered)
          : ''}
      </ListFoot>
    </section>
  );
}

/** More than a message has destinations. */
const maxOfMessage = 200;

/** The delivery; of a message without a chosen one, that of the destination or its first. */
function useShownDelivery({ runId, deliveryId, target: { messageId, destination } }: RunView) {
  const ofMessage = useQuery(
    api.scenarios.deliveries.queryOptions({
      input:
        deliveryId !== null || messageId === null
          ? skipToken
          : { id: runId, messageId, limit: maxOfMessage },
    }),
  );
  const items = ofMessage.data?.items ?? [];
  const named = items.find(({ destinationName }) => destinationName === destination) ?? items[0];
  const id = deliveryId ?? named?.id ?? null;
  const delivery = useQuery(
    api.scenarios.delivery.queryOptions({
      input: id === null ? skipToken : { id: runId, deliveryId: id },
    }),
  );
  const isMissing = deliveryId === null && ofMessage.data?.items.length === 0;
  return { delivery: delivery.data, error: ofMessage.error ?? delivery.error, isMissing };
}

function RunDetail({ view }: { view: RunView }) {
  const { delivery, error, isMissing } = useShownDelivery(view);
  const { runId, deliveryId, target } = view;
  const { messageId } = target;
  return (
    <section aria-label="Delivery" className="h-full min-h-0 min-w-0 bg-bg-0">
      {error !== null ? (
        <ErrorState>{errorSentence(error)}</ErrorState>
      ) : deliveryId === null && messageId === null ? (
        <EmptyState icon={FileSearch} title="No delivery selected">
          Select a row, or press j or k.
        </EmptyState>
      ) : isMissing ? (
        <EmptyState icon={FileSearch} title={`${messageId} has no delivery`}>
          It was routed nowhere, or its data wasn't kept.
        </EmptyState>
      ) : delivery === undefined ? (
        <LateSpinner label="Loading" />
      ) : (
        <RunDeliveryView
          key={JSON.stringify([delivery.id, target])}
          runId={runId}
          delivery={delivery}
          target={target}
        />
      )}
    </section>
  );
}
