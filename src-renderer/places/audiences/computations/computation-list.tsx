import { ChartNoAxesColumn, TriangleAlert, Users } from 'lucide-react';
import {
  collections,
  computationsOf,
  useCollection,
  useItems,
} from '#renderer/kit/data/collections.ts';
import { useSyncs } from '#renderer/kit/data/syncs.ts';
import { EntityTabList } from '#renderer/kit/lists/entity-list.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { Sparkline } from '#renderer/ui/sparkline.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { Computation, ComputationClass } from '#shared/audiences/computation.ts';
import { formatCount } from '#shared/kit/format.ts';
import { syncProblemText } from '#shared/kit/problem.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { nouns, usersText } from '../audience-labels.tsx';
import { listOf, openNew, openOne } from '../audiences-route.ts';
import { userCountsOf } from '../syncs/sync-actions.ts';
import { computationForms } from './computation-form.ts';

const columns = { audience: computationColumns('audience'), trait: computationColumns('trait') };

interface ComputationListProps {
  readonly kind: ComputationClass;
  readonly selectedId: string | null;
}

export function ComputationList({ kind, selectedId }: ComputationListProps) {
  return (
    <EntityTabList<Computation>
      title={kind === 'audience' ? 'Audiences' : 'Computed traits'}
      noun={nouns[kind]}
      list={useCollection(computationsOf(kind))}
      columns={columns[kind]}
      selectedId={selectedId}
      onSelect={(id) => openOne(listOf(kind), id)}
      onNew={() => openNew(listOf(kind))}
      empty={
        kind === 'audience' ? (
          <EmptyState icon={Users} title="No audiences yet">
            Audiences are sets of users synced to destinations.
          </EmptyState>
        ) : (
          <EmptyState icon={ChartNoAxesColumn} title="No computed traits yet">
            Computed traits are values per user synced to destinations.
          </EmptyState>
        )
      }
    />
  );
}

interface CellProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

function NameCell({ computation: { id, name, key, sourceId, problem: syncProblem } }: CellProps) {
  const problem = syncProblem && syncProblemText(syncProblem);
  const source = useItems(collections.sources).find((source) => source.id === sourceId)?.name;
  const hasDraft = computationForms.drafts.useDrafts(({ byId }) => byId[id] !== undefined);
  return (
    <span className="min-w-0 flex-1">
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="truncate font-medium">{visibleLine(name)}</span>
        {problem !== null && (
          <span className="flex-none text-warn" title={problem}>
            <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
            <span className="sr-only">{problem}</span>
          </span>
        )}
      </span>
      <span className="block truncate text-small text-fg-2">
        <span className="bytes">{key}</span> · {source ?? 'No source'}
        {hasDraft && ' · unsaved'}
      </span>
    </span>
  );
}

function LineCell({ kind, computation }: CellProps) {
  const counts = userCountsOf(useSyncs(kind, computation.id).items);
  // A line needs two points.
  return counts.length > 1 && <Sparkline values={counts} />;
}

function SyncedCell({ kind, computation }: CellProps) {
  const { lastSync: sync } = computation;
  return (
    <span className="min-w-0 text-right">
      <span className="block truncate font-medium tabular-nums">
        {formatCount(computation.userCount)}
        <span className="sr-only"> {usersText(kind, computation.userCount)}, synced </span>
      </span>
      <span className="flex items-center justify-end gap-1 truncate text-small text-fg-2">
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
      </span>
    </span>
  );
}

function computationColumns(kind: ComputationClass): readonly VirtualListColumn<Computation>[] {
  return [
    {
      id: 'name',
      heading: 'Name',
      headingHidden: true,
      width: 'minmax(0,1fr)',
      cell: (computation) => <NameCell kind={kind} computation={computation} />,
    },
    {
      id: 'line',
      heading: 'Users at each sync',
      headingHidden: true,
      width: '52px',
      cell: (computation) => <LineCell kind={kind} computation={computation} />,
    },
    {
      id: 'synced',
      heading: 'Users and last sync',
      headingHidden: true,
      width: '62px',
      align: 'end',
      cell: (computation) => <SyncedCell kind={kind} computation={computation} />,
    },
  ];
}
