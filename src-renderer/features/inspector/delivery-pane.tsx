import { FileSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { DetailPane } from '#renderer/parts/detail-pane.tsx';
import { focusDetail } from '#renderer/parts/focus-detail.ts';
import { useDeliveries } from '#renderer/stores/deliveries-store.ts';
import { openDelivery } from '#renderer/stores/details.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { DeliveryDetailView } from './delivery-detail.tsx';
import { ResendEditor } from './resend/resend-editor.tsx';
import { ResendPane } from './resend/resend-pane.tsx';
import { type ResendView, resendViewOf } from './resend/resend-route.ts';

/** The keyboard goes along from the delivery to what is made from it by hand, and back. */
function useFocusAlong(deliveryId: number | null, view: ResendView): void {
  const before = useRef({ deliveryId, view });
  useEffect(() => {
    const { current } = before;
    before.current = { deliveryId, view };
    // The editor takes the focus itself, to where one types.
    if (current.deliveryId === deliveryId && current.view !== view && view !== 'edit')
      focusDetail();
  }, [deliveryId, view]);
}

export function DeliveryPane() {
  const detail = openDelivery.useDetail();
  const hasRows = useDeliveries(({ ids }) => ids.length > 0);
  const view = useRoute(({ route }) => resendViewOf(route));
  useFocusAlong(detail.id, view);
  return (
    <DetailPane
      label="Delivery"
      detail={detail}
      onRetry={() => openDelivery.refresh(() => true)}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="No delivery is open"
    >
      {(delivery) => {
        // While another one is on its way, the one before stays, as itself.
        if (view === null || delivery.id !== detail.id)
          return <DeliveryDetailView key={delivery.id} delivery={delivery} />;
        if (view === 'edit') return <ResendEditor key={delivery.id} delivery={delivery} />;
        return <ResendPane key={view} id={view} delivery={delivery} />;
      }}
    </DetailPane>
  );
}
