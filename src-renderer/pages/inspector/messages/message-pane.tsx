import { FileSearch } from 'lucide-react';
import { DetailPane } from '#renderer/components/detail-pane.tsx';
import { useMessage } from '#renderer/data/details.ts';
import { useMessages } from '#renderer/stores/messages-store.ts';
import { MessageDetailView } from './message-detail.tsx';

export function MessagePane({ id }: { id: number | null }) {
  const detail = useMessage(id);
  const hasRows = useMessages(({ ids }) => ids.length > 0);
  return (
    <DetailPane
      label="Message"
      detail={detail}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="No message is open"
    >
      {(message) => <MessageDetailView key={message.id} message={message} />}
    </DetailPane>
  );
}
