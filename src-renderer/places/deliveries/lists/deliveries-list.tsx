import { Inbox, Send, Share2, ShieldAlert } from 'lucide-react';
import { onlyStateOf } from '#renderer/filter/delivery-filter.ts';
import { FilterBar } from '#renderer/filter/filter-bar.tsx';
import { useCauses } from '#renderer/kit/data/causes.ts';
import { collections, useCollection } from '#renderer/kit/data/collections.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { deliveryLists, runDeliveriesOf, useLiveList } from '#renderer/kit/data/live-lists.ts';
import { useSystem } from '#renderer/kit/data/system.ts';
import { openSend } from '#renderer/kit/overlay.ts';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import type { Latency } from '#shared/statistics/statistics.ts';
import type { DeliveriesView } from '../deliveries-route.ts';
import { openDeliveryMenu } from '../row-menu.ts';
import { useDeliverySelection } from '../selection.ts';
import { AlertLine } from './alert-line.tsx';
import { runColumns, useDeliveryColumns } from './delivery-columns.tsx';
import { DeliveryFilterBar, setFilter } from './delivery-filter-bar.tsx';
import { type Grouping, useGroupBy } from './group-by.ts';
import { GroupedDeliveries, useGroups } from './grouped-deliveries.tsx';
import { chipCounts, hasFailures } from './groups.ts';
import { loadedCount, RowList } from './row-list.tsx';

/** Rows that match the filter, from the ledger; undefined if only the core can count them. */
function filteredCount(ledger: Ledger | null, { listed }: DeliveriesView): number | undefined {
  if (ledger === null) return undefined;
  const state = onlyStateOf(listed);
  if (state !== undefined) return ledger[state];
  return listed === '' ? deliveryCount(ledger) : undefined;
}

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
