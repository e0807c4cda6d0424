import type { ListedMember } from '#renderer/stores/members-store.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { ComputationClass, Outstanding } from '#shared/schemas/computation.ts';

function OutstandingBadge({ kind, what }: { kind: ComputationClass; what: Outstanding }) {
  if (what === 'nothing') return <span className="sr-only">told</span>;
  const words = {
    audience: { addition: 'true to be told', removal: 'false to be told' },
    trait: { addition: 'to be told', removal: 'null to be told' },
  }[kind][what];
  return <Badge tone={what === 'addition' ? 'wait' : 'neutral'}>{words}</Badge>;
}

const idColumn: VirtualListColumn<ListedMember> = {
  id: 'user',
  heading: 'User id',
  width: 'minmax(0,1fr)',
  cell: ({ userId, outstanding }) => (
    <span
      className={outstanding === 'removal' ? 'bytes truncate text-fg-3' : 'bytes truncate'}
      title={visibleLine(userId)}
    >
      {visibleLine(userId)}
    </span>
  ),
};

const valueColumn: VirtualListColumn<ListedMember> = {
  id: 'value',
  heading: 'Value',
  width: 'minmax(0,1fr)',
  cell: ({ value, outstanding }) => {
    const text = outstanding === 'removal' ? '' : (JSON.stringify(value) ?? '');
    return (
      <span className="bytes truncate" title={text.slice(0, 1_000)}>
        {text.slice(0, 200)}
      </span>
    );
  },
};

const outstandingColumn = (kind: ComputationClass): VirtualListColumn<ListedMember> => ({
  id: 'outstanding',
  heading: 'Next sync',
  width: kind === 'audience' ? '116px' : '112px',
  align: 'end',
  cell: ({ outstanding }) => <OutstandingBadge kind={kind} what={outstanding} />,
});

export const memberColumns: Readonly<
  Record<ComputationClass, readonly VirtualListColumn<ListedMember>[]>
> = {
  audience: [idColumn, outstandingColumn('audience')],
  trait: [idColumn, valueColumn, outstandingColumn('trait')],
};
