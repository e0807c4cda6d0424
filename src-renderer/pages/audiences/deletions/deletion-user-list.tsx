import { UserX } from 'lucide-react';
import { useState } from 'react';
import { useDeletionUsers } from '#renderer/data/pages.ts';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { formatCount } from '#shared/lib/format.ts';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Deletion, DeletionUser } from '#shared/schemas/deletion.ts';
import { UserList } from '../users/user-list.tsx';
import { removeFromDraft, userStates } from './deletion-actions.ts';

const idColumn: VirtualListColumn<DeletionUser> = {
  id: 'user',
  heading: 'User ID',
  width: 'minmax(0,1fr)',
  cell: ({ userId }) => (
    <span className="bytes truncate" title={visibleLine(userId)}>
      {visibleLine(userId)}
    </span>
  ),
};

const statusColumns: readonly VirtualListColumn<DeletionUser>[] = [
  idColumn,
  {
    id: 'status',
    heading: 'Status',
    width: '150px',
    cell: ({ state }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <StateMark state={userStates[state].mark} decorative />
        <span className="truncate">{userStates[state].label}</span>
      </span>
    ),
  },
  {
    id: 'delivered',
    heading: 'Delivered',
    width: '72px',
    align: 'end',
    cell: ({ delivered, deliveries }) => (
      <span>
        {formatCount(delivered)} of {formatCount(deliveries)}
      </span>
    ),
  },
  {
    id: 'cancelled',
    heading: 'Cancelled',
    width: '68px',
    align: 'end',
    cell: ({ cancelled }) => (cancelled === 0 ? '–' : formatCount(cancelled)),
  },
];

export function DeletionUserList({ deletion: { id, state, userCount } }: { deletion: Deletion }) {
  const [search, setSearch] = useState('');
  const isDraft = state === 'draft';
  return (
    <UserList<DeletionUser>
      label="Users"
      list={useDeletionUsers(id, search)}
      columns={isDraft ? [idColumn] : statusColumns}
      search={search}
      onSearch={setSearch}
      searchTitle="Search users"
      onRemove={isDraft ? ({ userId }) => void removeFromDraft(id, userId) : undefined}
      total={search === '' ? userCount : undefined}
      empty={<EmptyState icon={UserX} title="No users yet" />}
    />
  );
}
