import { Inbox, Pin, Share2, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { FinishButton } from '#renderer/components/fast-forward-button.tsx';
import {
  finishProblem,
  finishTargetOf,
  isValidFilter,
  onlyStateOf,
} from '#renderer/components/filter/delivery-filter.ts';
import { FilterBar, NoMatches, UnreadableFilter } from '#renderer/components/filter/filter-bar.tsx';
import { useBulkPanel } from '#renderer/components/jobs/job-actions.ts';
import { lazyComponent } from '#renderer/components/loading.tsx';
import { shownStatus } from '#renderer/components/no-status.ts';
import { collections, useCollection, useItems } from '#renderer/data/collections.ts';
import { useLedger } from '#renderer/data/ledger.ts';
import { deliveryLists, useLiveList } from '#renderer/data/live-lists.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { DeliverySummary, DeliveryWarning } from '#shared/deliveries/delivery.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { ActionsMenu } from '../bulk/actions-menu.tsx';
import { MarkedBar, useMarked } from '../compare/compare-commands.tsx';
import type { InspectorView } from '../inspector-route.ts';
import {
  ageColumn,
  ColumnPicker,
  NarrowTypeMark,
  quietColumn,
  TestYourWebhook,
  typeColumn,
  useWithChosenColumn,
} from '../lists/columns.tsx';
import { RowList } from '../lists/row-list.tsx';
import { changeView } from '../use-inspector-view.ts';

const PlanPanel = lazyComponent(async () => (await import('../bulk/plan-panel.tsx')).PlanPanel);

/** Rows that match the filter, from the ledger; undefined if only the core can count them. */
function filteredCount(ledger: Ledger | null, { filter }: InspectorView): number | undefined {
  if (ledger === null) return undefined;
  const state = onlyStateOf(filter);
  if (state !== undefined) return ledger[state];
  return filter === '' ? deliveryCount(ledger) : undefined;
}

export function DeliveriesList({ view }: { view: InspectorView }) {
  const list = useLiveList(deliveryLists, view.filter);
  const ledger = useLedger((ledger) => ledger);
  const loaded = list.hasMore || list.status !== 'ready' ? undefined : list.items.length;
  const count = filteredCount(ledger, view) ?? loaded;
  const isFiltered = view.filter !== '';
  const columns = useDeliveryColumns();
  return (
    <>
      <DeliveryFilterBar filter={view.filter} matching={count} />
      <RowList
        label="Deliveries"
        view={view}
        list={list}
        columns={columns}
        all={count}
        total={isFiltered && ledger !== null ? deliveryCount(ledger) : undefined}
        empty={<NoDeliveries filter={view.filter} />}
        failure={
          isValidFilter(view.filter) ? undefined : (
            <UnreadableFilter onRemove={() => changeView({ filter: '' }, 'replace')} />
          )
        }
        searching={isFiltered && list.isLoadingMore}
        retry
      />
      <MarkedBar />
    </>
  );
}

const warningLabels: Readonly<Record<DeliveryWarning, string>> = {
  number_precision: 'A number exceeds JSON parser precision',
};

function Event({ delivery }: { delivery: DeliverySummary }) {
  const isMarked = useMarked(({ marked }) => marked?.ref.deliveryId === delivery.id);
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
        onFilter={(next) => changeView({ filter: next }, 'replace')}
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
    return <NoMatches nouns="deliveries" onClear={() => changeView({ filter: '' }, 'replace')} />;
  }
  if (destinations.status !== 'ready') return null;
  if (accepted > 0 && destinations.items.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="No deliveries yet"
        actions={
          <Button
            variant="primary"
            icon={Share2}
            onClick={() => navigate({ page: 'destinations' })}
          >
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
