import { TriangleAlert } from 'lucide-react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { useSyncs } from '#renderer/kit/data/syncs.ts';
import { GroupedList } from '#renderer/kit/lists/grouped-list.tsx';
import { allKeys, ListFoot, newKey } from '#renderer/kit/lists/list.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { Sparkline } from '#renderer/ui/sparkline.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { Computation, ComputationClass } from '#shared/audiences/computation.ts';
import type { Deletion } from '#shared/audiences/deletion.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import { syncProblemText } from '#shared/kit/problem.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { usersText } from './audience-labels.tsx';
import { openOne } from './audiences-route.ts';
import { computationForms } from './computations/computation-form.ts';
import { deletionMark, deletionStateText, usersOf } from './deletions/deletion-actions.ts';
import { userCountsOf } from './syncs/sync-actions.ts';
import type { AudienceItems } from './use-audience-items.ts';

interface AudienceListProps {
  readonly items: AudienceItems;
  readonly selectedId: string | null;
}

/** Audiences, computed traits and deletion requests in one list. */
export function AudienceList({ items, selectedId }: AudienceListProps) {
  const { audiences, traits, deletions, status, problem, reload } = items;
  const isEmpty = audiences.length + traits.length + deletions.items.length === 0;
  if (isEmpty && status === 'failed') return <ErrorState onRetry={reload}>{problem}</ErrorState>;
  if (isEmpty)
    return (
      <EmptyState title="No audiences yet">
        Audiences, computed traits and deletion requests appear here.
      </EmptyState>
    );
  const rowOf = (kind: ComputationClass) => (computation: Computation) => ({
    key: computation.id,
    content: <ComputationRow kind={kind} computation={computation} />,
  });
  return (
    <>
      <GroupedList
        label="Audiences"
        status={status}
        selectedKey={selectedId}
        onSelect={(id) =>
          openOne(
            audiences.some((audience) => audience.id === id)
              ? 'audiences'
              : traits.some((trait) => trait.id === id)
                ? 'traits'
                : 'deletions',
            id,
          )
        }
        groups={[
          { label: 'Audiences', rows: audiences.map(rowOf('audience')) },
          { label: 'Computed traits', rows: traits.map(rowOf('trait')) },
          {
            label: 'Deletion requests',
            rows: deletions.items.map((deletion) => ({
              key: deletion.id,
              content: <DeletionRow deletion={deletion} />,
            })),
          },
        ]}
      >
        {deletions.hasMore && (
          <div className="p-2">
            <Button variant="quiet" busy={deletions.isLoadingMore} onClick={deletions.loadMore}>
              Show older
            </Button>
          </div>
        )}
      </GroupedList>
      <ListFoot hints={[newKey, allKeys]} />
    </>
  );
}

interface RowProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

function ComputationRow(props: RowProps) {
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)_52px_62px] items-center gap-2">
      <NameCell {...props} />
      <LineCell {...props} />
      <SyncedCell {...props} />
    </div>
  );
}

function NameCell({ computation: { id, name, key, sourceId, problem: syncProblem } }: RowProps) {
  const problem = syncProblem && syncProblemText(syncProblem);
  const source = useItems(collections.sources).find((source) => source.id === sourceId)?.name;
  const hasDraft = computationForms.drafts.useDrafts(({ byId }) => byId[id] !== undefined);
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-1.5">
        <span className="truncate font-medium">{visibleLine(name)}</span>
        {problem !== null && (
          <span className="flex-none text-warn" title={problem}>
            <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
            <span className="sr-only">{problem}</span>
          </span>
        )}
      </div>
      <div className="truncate text-small text-fg-2">
        <span className="bytes">{key}</span> · {source ?? 'No source'}
        {hasDraft && ' · unsaved'}
      </div>
    </div>
  );
}

function LineCell({ kind, computation }: RowProps) {
  const counts = userCountsOf(useSyncs(kind, computation.id).items);
  // A line needs two points.
  return <div>{counts.length > 1 && <Sparkline values={counts} />}</div>;
}

function SyncedCell({ kind, computation }: RowProps) {
  const { lastSync: sync } = computation;
  return (
    <div className="min-w-0 text-right">
      <div className="truncate font-medium tabular-nums">
        {formatCount(computation.userCount)}
        <span className="sr-only"> {usersText(kind, computation.userCount)}, synced </span>
      </div>
      <div className="flex items-center justify-end gap-1 truncate text-small text-fg-2">
        {sync === null ? (
          'never'
        ) : sync.state === 'running' ? (
          <>
            <Spinner size={11} />
            syncing
          </>
        ) : (
          <>
            {sync.state !== 'completed' && (
              <>
                <StateMark state="cancelled" size={11} decorative />
                <span className="sr-only">incomplete</span>
              </>
            )}
            <Time at={sync.endedAt ?? sync.startedAt} />
          </>
        )}
      </div>
    </div>
  );
}

function DeletionRow({ deletion }: { readonly deletion: Deletion }) {
  const { state, noticesSent, createdAt } = deletion;
  return (
    <div className="grid h-full grid-cols-[16px_minmax(0,1fr)_48px] items-center gap-2">
      <StateMark state={deletionMark(state)} decorative />
      <div className="min-w-0">
        <div className="truncate font-medium">{usersOf(deletion)}</div>
        <div className="truncate text-small text-fg-2">
          {deletionStateText(state)}
          {noticesSent > 0 && `, ${counted(noticesSent, 'notice')}`}
        </div>
      </div>
      <div className="text-right tabular-nums">
        <Time at={createdAt} className="text-small text-fg-2" />
      </div>
    </div>
  );
}
