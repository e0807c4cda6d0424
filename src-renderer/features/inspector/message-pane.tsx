import { FileSearch } from 'lucide-react';
import { openMessage } from '#renderer/stores/details.ts';
import { DetailPane } from './detail-pane.tsx';
import { MessageDetailView } from './message-detail.tsx';

export function MessagePane() {
  const detail = openMessage.useDetail();
  return (
    <DetailPane
      label="Message"
      detail={detail}
      onRetry={() => openMessage.refresh(() => true)}
      icon={FileSearch}
      nothingOpen="No message is open"
    >
      {(message) => <MessageDetailView key={message.id} message={message} />}
    </DetailPane>
  );
}
