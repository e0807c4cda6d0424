import { FileSearch } from 'lucide-react';
import { DetailPane } from '#renderer/components/detail-pane.tsx';
import { useResend } from '#renderer/data/details.ts';
import { useAllResends } from '#renderer/stores/all-resends-store.ts';
import { AllResendsDetail } from './all-resends-detail.tsx';

/** One request made by hand, beside the list of all of them. */
export function AllResendsPane({ id }: { id: number | null }) {
  const detail = useResend(id);
  const hasRows = useAllResends(({ ids }) => ids.length > 0);
  return (
    <DetailPane
      label="Request made by hand"
      detail={detail}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="Nothing is open"
    >
      {(resend) => <AllResendsDetail key={resend.id} resend={resend} />}
    </DetailPane>
  );
}
