import { FileSearch } from 'lucide-react';
import { openRejected } from '#renderer/stores/details.ts';
import { DetailPane } from './detail-pane.tsx';
import { RejectedDetailView } from './rejected-detail.tsx';

export function RejectedPane() {
  const detail = openRejected.useDetail();
  return (
    <DetailPane
      label="Rejected message"
      detail={detail}
      onRetry={() => openRejected.refresh(() => true)}
      icon={FileSearch}
      nothingOpen="Nothing is open"
    >
      {(one) => <RejectedDetailView key={one.id} rejected={one} />}
    </DetailPane>
  );
}
