import { isReadable, onlyStateOf } from '#renderer/components/filter/delivery-filter.ts';
import { UnreadableFilter } from '#renderer/components/filter/filter-bar.tsx';
import { useLedger } from '#renderer/data/ledger.ts';
import { deliveries, useDeliveries } from '#renderer/stores/deliveries-store.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';
import { MarkedBar } from '../compare/marked-bar.tsx';
import type { InspectorView } from '../inspector-route.ts';
import { RowList } from '../lists/row-list.tsx';
import { changeView } from '../use-inspector-view.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { deliveryCount } from './delivery-count.ts';
import { DeliveryFilterBar } from './delivery-filter-bar.tsx';
import { NoDeliveries } from './no-deliveries.tsx';

/** Rows that the filter leaves, where the ledger can tell; undefined where only the core knows. */
function filteredCount(ledger: Ledger | null, { filter }: InspectorView): number | undefined {
  if (ledger === null) return undefined;
  const state = onlyStateOf(filter);
  if (state !== undefined) return ledger[state];
  return filter === '' ? deliveryCount(ledger) : undefined;
}

export function DeliveriesList({ view }: { view: InspectorView }) {
  const list = useDeliveries();
  const ledger = useLedger((ledger) => ledger);
  const loaded = list.nextCursor === null ? list.ids.length : undefined;
  const all = filteredCount(ledger, view) ?? loaded;
  const isFiltered = view.filter !== '';
  return (
    <>
      <DeliveryFilterBar filter={view.filter} matching={all} />
      <RowList
        label="Deliveries"
        view={view}
        list={list}
        store={deliveries}
        isWhole={list.query.filter === ''}
        columns={deliveryColumns}
        all={all}
        total={isFiltered && ledger !== null ? deliveryCount(ledger) : undefined}
        empty={<NoDeliveries filter={view.filter} />}
        failure={
          isReadable(view.filter) ? undefined : (
            <UnreadableFilter onRemove={() => changeView({ filter: '' }, 'replace')} />
          )
        }
        searching={isFiltered && list.loadingMore}
        retry
      />
      <MarkedBar />
    </>
  );
}
