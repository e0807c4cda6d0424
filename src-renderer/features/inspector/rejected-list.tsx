import { ShieldCheck } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { rejected, useRejected } from '#renderer/stores/rejected-store.ts';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { VirtualList, type VirtualListHandle } from '#renderer/ui/virtual-list.tsx';
import type { RejectedSummary } from '#shared/schemas/message.ts';
import { focusDetail } from './focus-detail.ts';
import type { InspectorView } from './inspector-route.ts';
import { ListBody } from './list-body.tsx';
import { listCommands } from './list-commands.ts';
import { ListFoot } from './list-foot.tsx';
import { rejectedColumns } from './rejected-columns.tsx';
import { leaveLive } from './resume-live.ts';
import { rowKey, rowsOf } from './rows.ts';
import { openRow } from './use-inspector-view.ts';

export function RejectedList({ view }: { view: InspectorView }) {
  const list = useRef<VirtualListHandle>(null);
  const { ids, byId, status, problem, held } = useRejected();
  const all = useLedger(({ ledger }) => ledger?.rejected);
  const rows = useMemo(() => rowsOf(ids, byId), [ids, byId]);
  useCommands(listCommands(list));
  return (
    <>
      <div className="h-2 flex-none" />
      <ListBody
        status={status}
        problem={problem}
        isEmpty={rows.length === 0}
        onRetry={rejected.reload}
        empty={
          <EmptyState icon={ShieldCheck} title="Nothing was rejected">
            A message that is refused at the door is kept here, with the reason and the raw request.
          </EmptyState>
        }
      >
        <VirtualList<RejectedSummary>
          ref={list}
          label="Rejected"
          rows={rows}
          rowKey={rowKey}
          columns={rejectedColumns}
          selectedKey={view.id === null ? null : String(view.id)}
          onSelect={(one) => openRow(one.id)}
          onOpen={focusDetail}
          live={!held}
          onLeaveLive={() => leaveLive('rejected')}
          onNearEnd={rejected.loadMore}
          totalCount={all}
        />
      </ListBody>
      <ListFoot shown={rows.length} all={all} />
    </>
  );
}
