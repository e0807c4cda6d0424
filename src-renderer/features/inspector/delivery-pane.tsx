import { FileSearch } from 'lucide-react';
import { DetailPane } from '#renderer/parts/detail-pane.tsx';
import { useDeliveries } from '#renderer/stores/deliveries-store.ts';
import { openDelivery } from '#renderer/stores/details.ts';
import { DeliveryDetailView } from './delivery-detail.tsx';

export function DeliveryPane() {
  const detail = openDelivery.useDetail();
  const hasRows = useDeliveries(({ ids }) => ids.length > 0);
  return (
    <DetailPane
      label="Delivery"
      detail={detail}
      onRetry={() => openDelivery.refresh(() => true)}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="No delivery is open"
    >
      {(delivery) => <DeliveryDetailView key={delivery.id} delivery={delivery} />}
    </DetailPane>
  );
}
