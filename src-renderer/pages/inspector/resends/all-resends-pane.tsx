import { FileSearch } from 'lucide-react';
import { useEffect } from 'react';
import { DetailPane } from '#renderer/components/detail-pane.tsx';
import { useAllResends } from '#renderer/stores/all-resends-store.ts';
import { openResend } from '#renderer/stores/details.ts';
import { AllResendsDetail } from './all-resends-detail.tsx';

/** One request made by hand, beside the list of all of them. */
export function AllResendsPane({ id }: { id: number | null }) {
  const detail = openResend.useDetail();
  const hasRows = useAllResends(({ ids }) => ids.length > 0);
  useEffect(() => {
    openResend.open(id);
    return () => openResend.open(null);
  }, [id]);
  return (
    <DetailPane
      label="Request made by hand"
      detail={detail}
      onRetry={() => openResend.refresh(() => true)}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="Nothing is open"
    >
      {(resend) => <AllResendsDetail key={resend.id} resend={resend} />}
    </DetailPane>
  );
}
