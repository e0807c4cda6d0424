import { FileSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCauses } from '#renderer/kit/data/causes.ts';
import { useDelivery } from '#renderer/kit/data/details.ts';
import { focusDetail } from '#renderer/kit/keyboard/focus.ts';
import { DetailPane } from '#renderer/kit/lists/detail-pane.tsx';
import { lazyComponent, usePreload } from '#renderer/kit/loading.tsx';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { type CopyView, copyViewOf } from '../copies/copy-route.ts';
import { chipCounts } from '../lists/groups.ts';
import { openRow, useDeliveriesView } from '../use-deliveries-view.ts';

const DeliveryDetailView = lazyComponent(
  async () => (await import('./delivery-detail.tsx')).DeliveryDetailView,
);
const CopyEditor = lazyComponent(
  async () => (await import('../copies/copy-editor.tsx')).CopyEditor,
);
const CopyPane = lazyComponent(async () => (await import('../copies/copy-pane.tsx')).CopyPane);

/** Moves the focus between the delivery and its copies. */
function useMoveFocus(deliveryId: number | null, view: CopyView): void {
  const before = useRef({ deliveryId, view });
  useEffect(() => {
    const { current } = before;
    before.current = { deliveryId, view };
    // The editor focuses its own field.
    if (current.deliveryId === deliveryId && current.view !== view && view !== 'edit')
      focusDetail();
  }, [deliveryId, view]);
}

export function DeliveryPane({ id }: { id: number | null }) {
  const detail = useDelivery(id);
  const { filter, show } = useDeliveriesView();
  const counts = useCauses(filter);
  const hasRows = counts !== undefined && chipCounts(counts)[show] > 0;
  const view = useRoute(({ route }) => copyViewOf(route));
  useMoveFocus(id, view);
  // After the rows, which are shown first.
  usePreload(DeliveryDetailView, hasRows);
  return (
    <DetailPane
      label="Delivery"
      detail={detail}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="No delivery selected"
      onClose={() => openRow(null)}
    >
      {(delivery) => {
        // Keeps the previous delivery on screen while the next one loads.
        if (view === null || delivery.id !== id)
          return <DeliveryDetailView key={delivery.id} delivery={delivery} />;
        if (view === 'edit') return <CopyEditor key={delivery.id} delivery={delivery} />;
        return <CopyPane key={view} id={view} delivery={delivery} />;
      }}
    </DetailPane>
  );
}
