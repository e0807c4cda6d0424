import { Inbox, Send, Share2, ShieldAlert, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { onlyStateOf, parsedOrEverything } from '#renderer/filter/delivery-filter.ts';
import { FilterBar } from '#renderer/filter/filter-bar.tsx';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { useCauses } from '#renderer/kit/data/causes.ts';
import { collections, useCollection, useItems } from '#renderer/kit/data/collections.ts';
import { useDelivery } from '#renderer/kit/data/details.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { deliveryLists, runDeliveriesOf, useLiveList } from '#renderer/kit/data/live-lists.ts';
import { useSystem } from '#renderer/kit/data/system.ts';
import { focusDetail } from '#renderer/kit/keyboard/focus.ts';
import { ListFoot, type MainListHandle, useMainList } from '#renderer/kit/lists/list.tsx';
import { openSend } from '#renderer/kit/overlay.ts';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { shownStatus } from '#renderer/requests/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { webhooksOf } from '#shared/connections/destination.ts';
import type { CountsByCause } from '#shared/deliveries/cause.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { warningLabels } from '#shared/deliveries/text.ts';
import { allOf } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import { counted } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Latency } from '#shared/statistics/statistics.ts';
import {
  type BulkScope,
  GroupMenu,
  useListActions,
  useSelectionScope,
} from '../bulk/actions-menu.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import type { DeliveriesView } from '../deliveries-route.ts';
import { useUrlFacts } from '../detail/timeline/url-facts.ts';
import { openDeliveryMenu } from '../row-menu.ts';
import { useDeliverySelection } from '../selection.ts';
import { changeView, openRow } from '../use-deliveries-view.ts';
import { AlertLine } from './alert-line.tsx';
import {
  ageColumn,
  NarrowTypeMark,
  quietColumn,
  RowText,
  typeColumn,
  useColumnPicker,
  useWithChosenColumn,
} from './columns.tsx';
import { type Grouping, groupings, setGroupBy, useGroupBy } from './group-by.ts';
import { GroupedList } from './grouped-list.tsx';
import {
  chipCounts,
  type DeliveryGroup,
  groupOf,
  groupsOf,
  hasFailures,
  inPlace,
} from './groups.ts';
import { loadedCount, RowList, retryKey, selectKey } from './row-list.tsx';

/** Rows that match the filter, from the ledger; undefined if only the core can count them. */
function filteredCount(ledger: Ledger | null, { listed }: DeliveriesView): number | undefined {
  if (ledger === null) return undefined;
  const state = onlyStateOf(listed);
  if (state !== undefined) return ledger[state];
  return listed === '' ? deliveryCount(ledger) : undefined;
}

const setFilter = (filter: string): void => changeView({ filter }, 'replace');

interface DeliveriesListProps {
  readonly view: DeliveriesView;
  /** Of accepted attempts; null until counted. */
  readonly latency: Latency;
}

/** Of this instance: grouped by cause while anything fails, unless the user chose otherwise. */
export function DeliveriesList({ view, latency }: DeliveriesListProps) {
  const chosen = useGroupBy((state) => state.chosen);
  const counts = useCauses(view.filter);
  const groups = useGroups(counts, view, latency);
  const isByCause =
    (chosen === 'cause' || (chosen === null && counts !== undefined && hasFailures(counts))) &&
    groups !== null &&
    groups.length > 0 &&
    // Of one cause, only its deliveries are left to tell apart.
    (groups.length > 1 || view.filter === '');
  return isByCause ? (
    <GroupedDeliveries view={view} groups={groups} />
  ) : (
    <PlainDeliveries
      view={view}
      grouping={chosen === 'none' ? 'none' : 'cause'}
      counted={counts && chipCounts(counts)[view.show]}
    />
  );
}

interface PlainDeliveriesProps {
  readonly view: DeliveriesView;
  readonly grouping: Grouping;
  /** As its chip shows; undefined until counted. */
  readonly counted: number | undefined;
}

function PlainDeliveries({ view, grouping, counted }: PlainDeliveriesProps) {
  const list = useLiveList(deliveryLists, view.listed);
  const ledger = useLedger((ledger) => ledger);
  const count = filteredCount(ledger, view) ?? loadedCount(list) ?? counted;
  const columns = useDeliveryColumns();
  return (
    <>
      <DeliveryFilterBar view={view} grouping={grouping} matching={count} />
      <AlertLine filter={view.filter} />
      <RowList
        label="Deliveries"
        view={view}
        list={list}
        columns={columns}
        all={count}
        total={view.listed !== '' && ledger !== null ? deliveryCount(ledger) : undefined}
        empty={<NoDeliveries />}
        selection={useDeliverySelection()}
        onMenu={openDeliveryMenu}
        retry
      />
    </>
  );
}

/** Null until they are counted. */
function useGroups(
  counts: CountsByCause | undefined,
  { show }: DeliveriesView,
  latency: Latency,
): readonly DeliveryGroup[] | null {
  const destinations = useItems(collections.destinations);
  const now = useReadNow((time) => Math.floor((time ?? 0) / minuteMs) * minuteMs);
  // An outage may have started in this minute.
  const factsOf = useUrlFacts(now + minuteMs);
  const order = useRef<readonly string[]>([]);
  const groups = useMemo(() => {
    if (counts === undefined) return null;
    const sorted = groupsOf(counts, show, {
      now,
      latency,
      nameOf: ({ destinationName, latest: { url } }) =>
        url === null ? visibleLine(destinationName) : factsOf(url).name,
      isMock: ({ latest: { url } }) => url !== null && factsOf(url).isMock === true,
      outageEndOf: ({ latest: { url } }) => {
        const outage = url === null ? undefined : factsOf(url).outage;
        return outage !== undefined && outage.to > now ? outage.to : null;
      },
      isEveryUrl: destinations.every((one) => one.fanOut === 'each' || webhooksOf(one).length < 2),
    });
    return inPlace(sorted, order.current);
  }, [counts, show, destinations, factsOf, now, latency]);
  useEffect(() => {
    order.current = groups?.map(({ key }) => key) ?? [];
  }, [groups]);
  return groups;
}

const minuteMs = 60_000;

/** The deliveries of a group, among those listed. */
const filterOfGroup = (listed: string, { filter }: DeliveryGroup): string =>
  printFilter(allOf([parsedOrEverything(listed), filter]));

interface GroupedDeliveriesProps {
  readonly view: DeliveriesView;
  readonly groups: readonly DeliveryGroup[];
}

function GroupedDeliveries({ view, groups }: GroupedDeliveriesProps) {
  const { filter, id } = view;
  const [atKey, setAtKey] = useState<string | null>(null);
  const selected = groups.find(({ key }) => key === atKey) ?? null;
  const columns = useDeliveryColumns(groupedDestinationBelow);
  const mixedColumns = useDeliveryColumns();
  const selection = useDeliverySelection();
  const several = useSelectionScope();
  const open = useOpenIn(view, groups);
  const handle = useMainList<MainListHandle>({
    hasRows: true,
    status: 'ready',
    selectedKey: id === null ? null : String(id),
    selection,
    onClose: () => openRow(null),
  });
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const only = ({ namedFilter }: DeliveryGroup): void =>
    changeView({
      show: 'all',
      filter: printFilter(allOf([parsedOrEverything(filter), namedFilter])),
    });
  return (
    <>
      <DeliveryFilterBar
        view={view}
        grouping="cause"
        matching={total}
        selected={
          selected && {
            kind: 'group',
            title: selected.title,
            count: selected.count,
            filter: filterOfGroup(filter, selected),
          }
        }
      />
      <AlertLine filter={filter} />
      <div className="min-h-0 flex-1 border-t border-line">
        <GroupedList
          ref={handle}
          groups={groups}
          filterOf={(group) => filterOfGroup(filter, group)}
          columns={columns}
          mixedColumns={mixedColumns}
          selectedId={id}
          open={open}
          selection={selection}
          onSelect={openRow}
          onOpen={focusDetail}
          onMenu={openDeliveryMenu}
          onGroup={(group) => setAtKey(group?.key ?? null)}
          onOnly={only}
          menuOf={(group) => (
            <GroupMenu
              id={group.key}
              title={group.title}
              filter={filterOfGroup(filter, group)}
              count={group.count}
              state={group.state}
              onOnly={() => only(group)}
            />
          )}
        />
      </div>
      {several !== null ? (
        <SelectionBar scope={several} />
      ) : (
        <ListFoot hints={[retryKey, { keys: ['e'], text: 'edit and send a copy' }, selectKey]}>
          {counted(groups.length, 'group')}
        </ListFoot>
      )}
    </>
  );
}

/** The open delivery, and its group; null until both are known. */
function useOpenIn({ id, filter }: DeliveriesView, groups: readonly DeliveryGroup[]) {
  const { value } = useDelivery(id);
  const delivery = value?.id === id && filter === '' ? value : null;
  const key = delivery === null ? undefined : groupOf(groups, delivery)?.key;
  return useMemo(
    () => (delivery === null || key === undefined ? null : { delivery, key }),
    [delivery, key],
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
      <RowList
        label="Deliveries"
        view={view}
        list={list}
        columns={runColumns}
        total={isFiltered || (all !== undefined && all < total) ? total : undefined}
        totalNote={isFiltered ? undefined : 'kept'}
        empty={
          <EmptyState icon={Inbox} title="No deliveries">
            The run made none, or its data wasn't kept.
          </EmptyState>
        }
      />
    </>
  );
}

function Event({ delivery }: { delivery: DeliverySummary }) {
  return (
    <span
      className="flex min-w-0 items-center gap-1.5 font-medium"
      title={`${delivery.type}: ${visibleLine(delivery.label)}`}
    >
      <NarrowTypeMark type={delivery.type} />
      <span className="truncate">
        <RowText row={delivery} />
      </span>
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
    heading: 'Attempts',
    width: '54px',
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

/** Most causes belong to one destination. */
const groupedDestinationBelow = 640;

/** The destination only tells rows apart if there are several. */
function useDeliveryColumns(destinationBelow = 480): readonly VirtualListColumn<DeliverySummary>[] {
  const isOneDestination = useItems(collections.destinations).length <= 1;
  const columns = useMemo(
    () =>
      deliveryColumns.flatMap((column) => {
        if (column.id !== 'destination') return column;
        return isOneDestination ? [] : { ...column, hideBelow: destinationBelow };
      }),
    [isOneDestination, destinationBelow],
  );
  return useWithChosenColumn(columns);
}

interface DeliveryFilterBarProps {
  readonly view: DeliveriesView;
  readonly grouping: Grouping;
  /** Listed deliveries; undefined until counted. */
  readonly matching: number | undefined;
  /** A group that is selected, for bulk actions. */
  readonly selected?: BulkScope | null;
}

/** The filter, the grouping and the bulk actions of the list. */
function DeliveryFilterBar({ view, grouping, matching, selected = null }: DeliveryFilterBarProps) {
  const menu = useRef<HTMLButtonElement>(null);
  const column = useColumnPicker(menu);
  const list = { kind: 'list', filter: view.listed, count: matching, title: null } as const;
  const bulk = useListActions(useSelectionScope() ?? selected ?? list);
  return (
    <>
      <FilterBar
        filter={view.filter}
        onFilter={setFilter}
        trailing={<GroupByMenu grouping={grouping} />}
        actions={[...bulk, column.action]}
        menuRef={menu}
      />
      {column.picker}
    </>
  );
}

const groupingLabels: Readonly<Record<Grouping, string>> = {
  cause: 'Cause',
  event: 'Event',
  none: 'None',
};

/** What the list is grouped by. */
export function GroupByMenu({ grouping }: { grouping: Grouping }) {
  const choose = (next: Grouping): void => {
    setGroupBy(next);
    changeView({ list: next === 'event' ? 'messages' : 'deliveries', id: null });
  };
  useActions(
    'List',
    groupings.map((one) => ({
      id: `list.group.${one}`,
      title: one === 'none' ? 'Do not group the list' : `Group the list by ${one}`,
      run: () => choose(one),
    })),
  );
  return (
    <Select
      aria-label="Group by"
      value={grouping}
      onChange={choose}
      options={groupings.map((value) => ({ value, label: groupingLabels[value] }))}
      prefix="Group by"
    />
  );
}

/** Why the list is empty, and what to do. */
function NoDeliveries() {
  const destinations = useCollection(collections.destinations);
  const needsTrust = useSystem()?.workspace?.isTrusted === false;
  const accepted = useLedger((ledger) => ledger?.accepted ?? 0);
  if (destinations.status !== 'ready') return null;
  if (needsTrust)
    return (
      <EmptyState icon={ShieldAlert} title="Only mock endpoints receive deliveries">
        Servers follow when you trust the workspace.
      </EmptyState>
    );
  if (accepted > 0 && destinations.items.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="Messages have no destination"
        actions={
          <Button
            variant="primary"
            icon={Share2}
            onClick={() => navigate({ page: 'connections', path: ['destinations', 'new'] })}
          >
            Create a destination
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="Deliveries appear here as messages arrive"
      actions={
        <Button variant="primary" icon={Send} shortcut="Mod+E" onClick={() => openSend()}>
          Send event
        </Button>
      }
    />
  );
}

/** That are kept. */
export const deliveryCount = ({ routed, deleted }: Ledger): number => routed - deleted;
