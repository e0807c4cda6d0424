import { FileSearch } from 'lucide-react';
import { DetailPane } from '#renderer/components/detail-pane.tsx';
import { openMessage } from '#renderer/stores/details.ts';
import { useMessages } from '#renderer/stores/messages-store.ts';
import { MessageDetailView } from './message-detail.tsx';

export function MessagePane() {
  const detail = openMessage.useDetail();
  const hasRows = useMessages(({ ids }) => ids.length > 0);
  return (
    <DetailPane
      label="Message"
      detail={detail}
      onRetry={() => openMessage.refresh(() => true)}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="No message is open"
    >
      {(message) => <MessageDetailView key={message.id} message={message} />}
    </DetailPane>
  );
}
