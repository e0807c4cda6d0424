import { ShieldCheck } from 'lucide-react';
import { useLedger } from '#renderer/data/ledger.ts';
import { rejected, useRejected } from '#renderer/stores/rejected-store.ts';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { InspectorView } from '../inspector-route.ts';
import { RowList } from '../lists/row-list.tsx';
import { rejectedColumns } from './rejected-columns.tsx';

export function RejectedList({ view }: { view: InspectorView }) {
  const list = useRejected();
  const counted = useLedger((ledger) => ledger?.rejected);
  const kept = list.nextCursor === null ? list.ids.length : undefined;
  const areAllKept = kept === undefined || counted === undefined || kept >= counted;
  return (
    <>
      <div className="h-2 flex-none" />
      <RowList
        label="Rejected"
        view={view}
        list={list}
        store={rejected}
        columns={rejectedColumns}
        all={kept}
        total={areAllKept ? undefined : counted}
        totalNote="kept"
        empty={
          <EmptyState icon={ShieldCheck} title="Nothing was rejected">
            Rejected messages and requests appear here, with the reason
          </EmptyState>
        }
      />
    </>
  );
}
