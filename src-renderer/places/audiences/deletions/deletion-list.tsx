import { UserX } from 'lucide-react';
import { useDeletions } from '#renderer/kit/data/pages.ts';
import { EntityTabList } from '#renderer/kit/lists/entity-list.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { Deletion } from '#shared/audiences/deletion.ts';
import { counted } from '#shared/kit/format.ts';
import { type AudiencesView, openNew, openOne } from '../audiences-route.ts';
import { deletionMark, deletionStateText, usersOf } from './deletion-actions.ts';

const columns: readonly VirtualListColumn<Deletion>[] = [
  {
    id: 'state',
    heading: 'State',
    headingHidden: true,
    width: '16px',
    cell: ({ state }) => <StateMark state={deletionMark(state)} decorative />,
  },
  {
    id: 'users',
    heading: 'Users',
    headingHidden: true,
    width: 'minmax(0,1fr)',
    cell: (deletion) => (
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{usersOf(deletion)}</span>
        <span className="block truncate text-small text-fg-2">
          {deletionStateText(deletion.state)}
          {deletion.noticesSent > 0 && `, ${counted(deletion.noticesSent, 'notice')}`}
        </span>
      </span>
    ),
  },
  {
    id: 'age',
    heading: 'Age',
    headingHidden: true,
    width: '48px',
    align: 'end',
    cell: ({ createdAt }) => <Time at={createdAt} className="text-small text-fg-2" />,
  },
];

export function DeletionList({ view }: { view: AudiencesView }) {
  const list = useDeletions();
  return (
    <EntityTabList<Deletion>
      title="Deletion requests"
      noun="deletion request"
      list={list}
      columns={columns}
      selectedId={view.id ?? list.items[0]?.id ?? null}
      onSelect={(id) => openOne('deletions', id)}
      onNew={() => openNew('deletions')}
      empty={
        <EmptyState icon={UserX} title="No deletion requests yet">
          Deletion requests tell destinations to delete user data.
        </EmptyState>
      }
    />
  );
}
