import { Inbox } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { messages, useMessages } from '#renderer/stores/messages-store.ts';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { VirtualList, type VirtualListHandle } from '#renderer/ui/virtual-list.tsx';
import type { MessageSummary } from '#shared/schemas/message.ts';
import { FirstSteps } from './first-steps.tsx';
import { focusDetail } from './focus-detail.ts';
import type { InspectorView } from './inspector-route.ts';
import { ListBody } from './list-body.tsx';
import { listCommands } from './list-commands.ts';
import { ListFoot } from './list-foot.tsx';
import { messageColumns } from './message-columns.tsx';
import { leaveLive } from './resume-live.ts';
import { rowKey, rowsOf } from './rows.ts';
import { openRow } from './use-inspector-view.ts';

export function MessagesList({ view }: { view: InspectorView }) {
  const list = useRef<VirtualListHandle>(null);
  const { ids, byId, status, problem, held } = useMessages();
  const all = useLedger(({ ledger }) => ledger && ledger.accepted + ledger.duplicates);
  const rows = useMemo(() => rowsOf(ids, byId), [ids, byId]);
  useCommands(listCommands(list));
  return (
    <>
      <div className="h-2 flex-none" />
      <ListBody
        status={status}
        problem={problem}
        isEmpty={rows.length === 0}
        onRetry={messages.reload}
        empty={
          <EmptyState icon={Inbox} title="No messages yet">
            <FirstSteps />
          </EmptyState>
        }
      >
        <VirtualList<MessageSummary>
          ref={list}
          label="Messages"
          rows={rows}
          rowKey={rowKey}
          columns={messageColumns}
          selectedKey={view.id === null ? null : String(view.id)}
          onSelect={(message) => openRow(message.id)}
          onOpen={focusDetail}
          live={!held}
          onLeaveLive={() => leaveLive('messages')}
          onNearEnd={messages.loadMore}
          totalCount={all ?? undefined}
        />
      </ListBody>
      <ListFoot shown={rows.length} all={all ?? undefined} />
    </>
  );
}
