import { useMemo, useRef } from 'react';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { deliveries, useDeliveries } from '#renderer/stores/deliveries-store.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { VirtualList, type VirtualListHandle } from '#renderer/ui/virtual-list.tsx';
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { deliveryCount } from './delivery-count.ts';
import { DeliveryFilterBar } from './delivery-filter-bar.tsx';
import { focusDetail } from './focus-detail.ts';
import type { InspectorView } from './inspector-route.ts';
import { ListBody } from './list-body.tsx';
import { listCommands } from './list-commands.ts';
import { ListFoot } from './list-foot.tsx';
import { NoDeliveries } from './no-deliveries.tsx';
import { leaveLive } from './resume-live.ts';
import { rowKey, rowsOf } from './rows.ts';
import { openRow } from './use-inspector-view.ts';

/** Rows that the filter leaves, where the ledger can tell; undefined where only the core knows. */
function filteredCount(ledger: Ledger | null, { filter }: InspectorView): number | undefined {
  if (ledger === null || filter.destinationId !== undefined) return undefined;
  return filter.state === undefined ? deliveryCount(ledger) : ledger[filter.state];
}

export function DeliveriesList({ view }: { view: InspectorView }) {
  const list = useRef<VirtualListHandle>(null);
  const { ids, byId, status, problem, held, nextCursor } = useDeliveries();
  const ledger = useLedger((state) => state.ledger);
  const rows = useMemo(() => rowsOf(ids, byId), [ids, byId]);
  const all = filteredCount(ledger, view) ?? (nextCursor === null ? rows.length : undefined);
  useCommands(listCommands(list));
  return (
    <>
      <DeliveryFilterBar filter={view.filter} />
      <ListBody
        status={status}
        problem={problem}
        isEmpty={rows.length === 0}
        onRetry={deliveries.reload}
        empty={<NoDeliveries filter={view.filter} />}
      >
        <VirtualList<DeliverySummary>
          ref={list}
          label="Deliveries"
          rows={rows}
          rowKey={rowKey}
          columns={deliveryColumns}
          selectedKey={view.id === null ? null : String(view.id)}
          onSelect={(delivery) => openRow(delivery.id)}
          onOpen={focusDetail}
          live={!held}
          onLeaveLive={() => leaveLive('deliveries')}
          onNearEnd={deliveries.loadMore}
          totalCount={all}
        />
      </ListBody>
      <ListFoot shown={rows.length} all={all} retry />
    </>
  );
}
