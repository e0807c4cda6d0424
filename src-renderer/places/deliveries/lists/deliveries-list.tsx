import { Inbox, Pin, Share2, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { FinishButton } from '#renderer/clock/fast-forward-button.tsx';
import {
  finishProblem,
  finishTargetOf,
  isValidFilter,
  onlyStateOf,
} from '#renderer/filter/delivery-filter.ts';
import { FilterBar, NoMatches, UnreadableFilter } from '#renderer/filter/filter-bar.tsx';
import { useBulkPanel } from '#renderer/jobs/job-actions.ts';
import { collections, useCollection, useItems } from '#renderer/kit/data/collections.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import {
  deliveryLists,
  type LiveListing,
  runDeliveriesOf,
  useLiveList,
} from '#renderer/kit/data/live-lists.ts';
import { lazyComponent } from '#renderer/kit/loading.tsx';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { shownStatus } from '#renderer/requests/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { warningLabels } from '#shared/deliveries/text.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { ActionsMenu } from '../bulk/actions-menu.tsx';
import { MarkedBar, useMarked } from '../compare/compare-commands.tsx';
import type { DeliveriesView } from '../deliveries-route.ts';
import { changeView, useReadOnly } from '../use-deliveries-view.ts';
import {
  ageColumn,
  ColumnPicker,
  NarrowTypeMark,
  quietColumn,
  TestYourWebhook,
  typeColumn,
  useWithChosenColumn,
} from './columns.tsx';
import { RowList, type RowListProps } from './row-list.tsx';

const PlanPanel = lazyComponent(async () => (await import('../bulk/plan-panel.tsx')).PlanPanel);

/** Rows that match the filter, from the ledger; undefined if only the core can count them. */
function filteredCount(ledger: Ledger | null, { filter }: DeliveriesView): number | undefined {
  if (ledger === null) return undefined;
  const state = onlyStateOf(filter);
  if (state !== undefined) return ledger[state];
  return filter === '' ? deliveryCount(ledger) : undefined;
}

const setFilter = (filter: string): void => changeView({ filter }, 'replace');

/** Of this instance. */
export function DeliveriesList({ view }: { view: DeliveriesView }) {
  const list = useLiveList(deliveryLists, view.filter);
  const ledger = useLedger((ledger) => ledger);
  const count = filteredCount(ledger, view) ?? loadedCount(list);
  const columns = useDeliveryColumns();
  return (
    <>
      <DeliveryFilterBar filter={view.filter} matching={count} />
      <DeliveryRows
        view={view}
        list={list}
        columns={columns}
        all={count}
        total={view.filter !== '' && ledger !== null ? deliveryCount(ledger) : undefined}
        empty={<NoDeliveries filter={view.filter} />}
        retry
      />
      <MarkedBar />
    </>
  );
}

interface RunDeliveriesListProps {
  readonly view: DeliveriesView;
  readonly runId: string;
  /** Made by the run; undefined until known. */
  readonly total: number | undefined;
}

/** Of a scenario run. */
export function RunDeliveriesList({ view, runId, total = 0 }: RunDeliveriesListProps) {
  const list = useLiveList(...runDeliveriesOf(runId, view.filter));
  const all = loadedCount(list);
  const isFiltered = view.filter !== '';
  return (
    <>
      <FilterBar filter={view.filter} onFilter={setFilter} />
      <DeliveryRows
        view={view}
        list={list}
        columns={runColumns}
        all={all}
        total={isFiltered || (all !== undefined && all < total) ? total : undefined}
        totalNote={isFiltered ? undefined : 'kept'}
        empty={
          isFiltered ? (
            <NoMatches nouns="deliveries" onClear={() => setFilter('')} />
          ) : (
            <EmptyState icon={Inbox} title="No deliveries">
              The run made none, or its data wasn't kept.
            </EmptyState>
          )
        }
      />
    </>
  );
}

/** Undefined while there are more. */
const loadedCount = ({ hasMore, status, items }: LiveListing<DeliverySummary>) =>
  hasMore || status !== 'ready' ? undefined : items.length;

type DeliveryRowsProps = Omit<RowListProps<DeliverySummary>, 'label' | 'failure' | 'searching'>;

function DeliveryRows(props: DeliveryRowsProps) {
  const { list, view } = props;
  return (
    <RowList
      label="Deliveries"
      {...props}
      failure={
        isValidFilter(view.filter) ? undefined : <UnreadableFilter onRemove={() => setFilter('')} />
      }
      searching={view.filter !== '' && list.isLoadingMore}
    />
  );
}

function Event({ delivery }: { delivery: DeliverySummary }) {
  const isReadOnly = useReadOnly();
  const isMarked = useMarked(({ marked }) => marked?.ref.deliveryId === delivery.id) && !isReadOnly;
  return (
    <span
      className="flex min-w-0 items-center gap-1.5 font-medium"
      title={`${delivery.type}: ${visibleLine(delivery.label)}`}
    >
      <NarrowTypeMark type={delivery.type} />
      <span className="truncate">{visibleLine(delivery.label)}</span>
      {isMarked && (
        <span title="Marked for comparison" className="flex text-accent">
          <Pin className="icon-small" strokeWidth={1.5} aria-hidden="true" />
          <span className="sr-only">marked for comparison</span>
        </span>
      )}
      {delivery.warnings.length > 0 && (
        <span
          title={delivery.warnings.map((code) => warningLabels[code]).join('. ')}
          className="flex text-warn"
        >
          <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
          <span className="sr-only">with a warning</span>
        </span>
      )}
    </span>
  );
}

const messageColumn = quietColumn<DeliverySummary>(
  'Message',
  'minmax(0,1fr)',
  ({ messageId }) => messageId,
  0,
);

const deliveryColumns: readonly VirtualListColumn<DeliverySummary>[] = [
  {
    id: 'state',
    heading: 'State',
    headingHidden: true,
    width: '14px',
    cell: (delivery) => <StateMark state={delivery.state} />,
  },
  typeColumn,
  {
    id: 'event',
    heading: 'Event',
    width: 'minmax(0,1.5fr)',
    cell: (delivery) => <Event delivery={delivery} />,
  },
  quietColumn('Destination', 'minmax(0,1.15fr)', ({ destinationName }) => destinationName, 480),
  {
    id: 'status',
    heading: 'Status',
    width: '56px',
    align: 'end',
    cell: (delivery) => <StatusCode code={shownStatus(delivery)} />,
  },
  {
    id: 'attempts',
    heading: '#',
    width: '26px',
    align: 'end',
    hideBelow: 340,
    cell: ({ attempts }) => (
      <span className="text-small text-fg-3" title={`${attempts} attempts`}>
        {attempts === 0 ? '' : attempts}
      </span>
    ),
  },
  ageColumn(({ createdAt }) => createdAt),
];

/** Checks name messages. Times are virtual, and the chosen column is a setting of this instance. */
const runColumns = deliveryColumns.flatMap((column) => {
  if (column.id === 'age') return [];
  return column.id === 'event' ? [column, messageColumn] : [column];
});

/** The destination only tells rows apart if there are several. */
function useDeliveryColumns(): readonly VirtualListColumn<DeliverySummary>[] {
  const isOneDestination = useItems(collections.destinations).length <= 1;
  const columns = useMemo(
    () => deliveryColumns.filter(({ id }) => id !== 'destination' || !isOneDestination),
    [isOneDestination],
  );
  return useWithChosenColumn(columns);
}

interface DeliveryFilterBarProps {
  readonly filter: string;
  /** Matching deliveries; undefined until counted. */
  readonly matching: number | undefined;
}

/** The filter and the bulk actions of the list. */
function DeliveryFilterBar({ filter, matching }: DeliveryFilterBarProps) {
  const planned = useBulkPanel((panel) => panel.planned);
  const destinations = useItems(collections.destinations);
  return (
    <>
      <FilterBar
        filter={filter}
        onFilter={setFilter}
        trailing={
          <>
            <ColumnPicker />
            <ActionsMenu filter={filter} matching={matching} />
            <FinishButton
              target={finishTargetOf(filter, destinations)}
              problem={finishProblem(filter, destinations)}
            />
          </>
        }
      />
      {planned !== null && isValidFilter(filter) && (
        <div className="relative z-20 h-0 flex-none">
          {/* Each action has its own plan. */}
          <PlanPanel key={planned} action={planned} filter={filter} />
        </div>
      )}
    </>
  );
}

/** Why the list is empty, and what to do. */
function NoDeliveries({ filter }: { filter: string }) {
  const destinations = useCollection(collections.destinations);
  const accepted = useLedger((ledger) => ledger?.accepted ?? 0);
  if (filter !== '') {
    return <NoMatches nouns="deliveries" onClear={() => setFilter('')} />;
  }
  if (destinations.status !== 'ready') return null;
  if (accepted > 0 && destinations.items.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="No deliveries yet"
        actions={
          <Button variant="primary" icon={Share2} onClick={() => navigate({ page: 'connections' })}>
            Create a destination
          </Button>
        }
      >
        Messages have no destination.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Inbox} title="No deliveries yet" actions={<TestYourWebhook />}>
      Each event sent to a webhook appears here.
    </EmptyState>
  );
}

/** Rows of the delivery list, in every state. */
export function deliveryCount(ledger: Ledger): number {
  return ledger.routed - ledger.deleted;
}
