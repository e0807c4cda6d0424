import { ShieldCheck } from 'lucide-react';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { rejected, useRejected } from '#renderer/stores/rejected-store.ts';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import type { InspectorView } from './inspector-route.ts';
import { rejectedColumns } from './rejected-columns.tsx';
import { RowList } from './row-list.tsx';

export function RejectedList({ view }: { view: InspectorView }) {
  const list = useRejected();
  const all = useLedger(({ ledger }) => ledger?.rejected);
  return (
    <>
      <div className="h-2 flex-none" />
      <RowList
        label="Rejected"
        view={view}
        list={list}
        store={rejected}
        isWhole
        columns={rejectedColumns}
        all={all}
        empty={
          <EmptyState icon={ShieldCheck} title="Nothing was rejected">
            A message that is refused at the door is kept here, with the reason and the raw request.
          </EmptyState>
        }
      />
    </>
  );
}
