import { FileSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { DetailPane } from '#renderer/components/detail-pane.tsx';
import { focusDetail } from '#renderer/components/focus.ts';
import { useDelivery } from '#renderer/data/details.ts';
import { useDeliveries } from '#renderer/stores/deliveries-store.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { ResendEditor } from '../resends/resend-editor.tsx';
import { ResendPane } from '../resends/resend-pane.tsx';
import { type ResendView, resendViewOf } from '../resends/resend-route.ts';
import { changeView, useInspectorView } from '../use-inspector-view.ts';
import { DeliveryDetailView } from './delivery-detail.tsx';

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

/** Beside a list that the filter has left empty; where it is empty without one, the list says more. */
function NothingMatches() {
  const { filter } = useInspectorView();
  const isEmpty = useDeliveries(
    ({ status, loadingMore, query }) =>
      status === 'ready' && !loadingMore && query.filter === filter,
  );
  if (filter === '' || !isEmpty) return null;
  return (
    <EmptyState
      icon={FileSearch}
      title="No delivery is open"
      actions={
        <Button onClick={() => changeView({ filter: '' }, 'replace')}>Show all deliveries</Button>
      }
    >
      The filter lets none through, so that there is none to open. Without it, all are listed.
    </EmptyState>
  );
}

export function DeliveryPane({ id }: { id: number | null }) {
  const detail = useDelivery(id);
  const hasRows = useDeliveries(({ ids }) => ids.length > 0);
  const view = useRoute(({ route }) => resendViewOf(route));
  useFocusAlong(id, view);
  return (
    <DetailPane
      label="Delivery"
      detail={detail}
      icon={FileSearch}
      hasRows={hasRows}
      noRows={<NothingMatches />}
      nothingOpen="No delivery is open"
    >
      {(delivery) => {
        // While another one is on its way, the one before stays, as itself.
        if (view === null || delivery.id !== id)
          return <DeliveryDetailView key={delivery.id} delivery={delivery} />;
        if (view === 'edit') return <ResendEditor key={delivery.id} delivery={delivery} />;
        return <ResendPane key={view} id={view} delivery={delivery} />;
      }}
    </DetailPane>
  );
}
