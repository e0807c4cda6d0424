import { Users as UsersIcon } from 'lucide-react';
import { useState } from 'react';
import { type ListedUser, useUsers } from '#renderer/kit/data/pages.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type {
  Computation,
  ComputationClass,
  PendingChange,
  UserQuery,
} from '#shared/audiences/computation.ts';
import { formatCount } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { PaneSection } from '../pane-section.tsx';
import { removeUser } from './member-actions.ts';
import { UserList } from './user-list.tsx';

interface UsersSectionProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

type Show = UserQuery['show'];

export function UsersSection({ kind, computation }: UsersSectionProps) {
  const { id, userCount } = computation;
  const [show, setShow] = useState<Show>('users');
  const [search, setSearch] = useState('');
  const title = kind === 'audience' ? 'Members' : 'Values';
  return (
    <PaneSection name="users" title={title} meta={formatCount(userCount)}>
      <UserList<ListedUser>
        label={title}
        list={useUsers(kind, id, show, search)}
        columns={memberColumns[kind]}
        search={search}
        onSearch={setSearch}
        searchTitle={kind === 'audience' ? 'Search members' : 'Search users'}
        choice={
          <Segmented<Show>
            label="Users shown"
            value={show}
            onChange={setShow}
            segments={[
              { value: 'users', label: kind === 'audience' ? 'Members' : 'Values' },
              { value: 'pending', label: 'Pending' },
            ]}
          />
        }
        canRemove={({ pendingChange }) => pendingChange !== 'removal'}
        onRemove={({ userId, value }) => void removeUser(kind, computation, userId, value)}
        total={show === 'users' && search === '' ? userCount : undefined}
        hasFoot
        empty={
          show === 'pending' ? (
            <EmptyState title="No pending changes" />
          ) : (
            <EmptyState
              icon={UsersIcon}
              title={kind === 'audience' ? 'No members yet' : 'No values yet'}
            />
          )
        }
      />
    </PaneSection>
  );
}

function PendingBadge({ kind, what }: { kind: ComputationClass; what: PendingChange }) {
  if (what === 'none') return <span className="sr-only">synced</span>;
  const labels = {
    audience: { addition: 'will send true', removal: 'will send false' },
    trait: { addition: 'will send', removal: 'will send null' },
  }[kind][what];
  return <Badge tone={what === 'addition' ? 'wait' : 'neutral'}>{labels}</Badge>;
}

const idColumn: VirtualListColumn<ListedUser> = {
  id: 'user',
  heading: 'User ID',
  width: 'minmax(0,1fr)',
  cell: ({ userId, pendingChange }) => (
    <span
      className={pendingChange === 'removal' ? 'bytes truncate text-fg-3' : 'bytes truncate'}
      title={visibleLine(userId)}
    >
      {visibleLine(userId)}
    </span>
  ),
};

const valueColumn: VirtualListColumn<ListedUser> = {
  id: 'value',
  heading: 'Value',
  width: 'minmax(0,1fr)',
  cell: ({ value, pendingChange }) => {
    const text = pendingChange === 'removal' ? '' : (JSON.stringify(value) ?? '');
    return (
      <span className="bytes truncate" title={text.slice(0, 1_000)}>
        {text.slice(0, 200)}
      </span>
    );
  },
};

const pendingColumn = (kind: ComputationClass): VirtualListColumn<ListedUser> => ({
  id: 'pending',
  heading: 'Next sync',
  width: kind === 'audience' ? '116px' : '112px',
  align: 'end',
  cell: ({ pendingChange }) => <PendingBadge kind={kind} what={pendingChange} />,
});

const memberColumns: Readonly<Record<ComputationClass, readonly VirtualListColumn<ListedUser>[]>> =
  {
    audience: [idColumn, pendingColumn('audience')],
    trait: [idColumn, valueColumn, pendingColumn('trait')],
  };
