import { FileSearch } from 'lucide-react';
import { DetailPane } from '#renderer/components/detail-pane.tsx';
import { useRejectedOne } from '#renderer/data/details.ts';
import { useRejected } from '#renderer/stores/rejected-store.ts';
import { RejectedDetailView } from './rejected-detail.tsx';

export function RejectedPane({ id }: { id: number | null }) {
  const detail = useRejectedOne(id);
  const hasRows = useRejected(({ ids }) => ids.length > 0);
  return (
    <DetailPane
      label="Rejected message"
      detail={detail}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="Nothing is open"
    >
      {(one) => <RejectedDetailView key={one.id} rejected={one} />}
    </DetailPane>
  );
}
