import { Inbox } from 'lucide-react';
import { useLedger } from '#renderer/data/ledger.ts';
import { messages, useMessages } from '#renderer/stores/messages-store.ts';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { InspectorView } from '../inspector-route.ts';
import { FirstSteps } from '../lists/first-steps.tsx';
import { RowList } from '../lists/row-list.tsx';
import { messageColumns } from './message-columns.tsx';

export function MessagesList({ view }: { view: InspectorView }) {
  const list = useMessages();
  const ledger = useLedger((ledger) => ledger);
  return (
    <>
      <div className="h-2 flex-none" />
      <RowList
        label="Messages"
        view={view}
        list={list}
        store={messages}
        isWhole
        columns={messageColumns}
        all={ledger === null ? undefined : ledger.accepted + ledger.duplicates}
        empty={
          <EmptyState icon={Inbox} title="No messages yet">
            <FirstSteps />
          </EmptyState>
        }
      />
    </>
  );
}
