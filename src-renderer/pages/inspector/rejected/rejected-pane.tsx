import { FileSearch } from 'lucide-react';
import { DetailPane } from '#renderer/components/detail-pane.tsx';
import { openRejected } from '#renderer/stores/details.ts';
import { useRejected } from '#renderer/stores/rejected-store.ts';
import { RejectedDetailView } from './rejected-detail.tsx';

export function RejectedPane() {
  const detail = openRejected.useDetail();
  const hasRows = useRejected(({ ids }) => ids.length > 0);
  return (
    <DetailPane
      label="Rejected message"
      detail={detail}
      onRetry={() => openRejected.refresh(() => true)}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="Nothing is open"
    >
      {(one) => <RejectedDetailView key={one.id} rejected={one} />}
    </DetailPane>
  );
}
