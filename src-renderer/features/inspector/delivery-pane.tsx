import { FileSearch } from 'lucide-react';
import { openDelivery } from '#renderer/stores/details.ts';
import { DeliveryDetailView } from './delivery-detail.tsx';
import { DetailPane } from './detail-pane.tsx';

export function DeliveryPane() {
  const detail = openDelivery.useDetail();
  return (
    <DetailPane
      label="Delivery"
      detail={detail}
      onRetry={() => openDelivery.refresh(() => true)}
      icon={FileSearch}
      nothingOpen="No delivery is open"
    >
      {(delivery) => <DeliveryDetailView key={delivery.id} delivery={delivery} />}
    </DetailPane>
  );
}
