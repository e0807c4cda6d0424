import { ChartNoAxesColumn, Users } from 'lucide-react';
import { computationsOf, useCollection } from '#renderer/data/collections.ts';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { nouns } from '../audience-labels.ts';
import { listOf } from '../audiences-route.ts';
import { ListPane } from '../list-pane.tsx';
import { openNew, openOne } from '../use-audiences-view.ts';
import { computationColumns } from './computation-columns.tsx';

const columns = { audience: computationColumns('audience'), trait: computationColumns('trait') };
const idOf = ({ id }: Computation): string => id;

interface ComputationListProps {
  readonly kind: ComputationClass;
  readonly selectedId: string | null;
}

export function ComputationList({ kind, selectedId }: ComputationListProps) {
  const { items, status, problem, reload } = useCollection(computationsOf(kind));
  return (
    <ListPane<Computation>
      title={kind === 'audience' ? 'Audiences' : 'Computed traits'}
      noun={nouns[kind]}
      items={items}
      idOf={idOf}
      status={status}
      problem={problem}
      onReload={reload}
      columns={columns[kind]}
      selectedId={selectedId}
      onSelect={(id) => openOne(listOf(kind), id)}
      onNew={() => openNew(listOf(kind))}
      empty={
        kind === 'audience' ? (
          <EmptyState icon={Users} title="No audiences yet">
            Name the first one and give it members: a sync tells receivers who is in it.
          </EmptyState>
        ) : (
          <EmptyState icon={ChartNoAxesColumn} title="No computed traits yet">
            Name the first one and give users values: a sync tells receivers those that changed.
          </EmptyState>
        )
      }
    />
  );
}
