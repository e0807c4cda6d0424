import { Search, UserX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { neighborIn } from '#renderer/components/rows.ts';
import { useLedger } from '#renderer/data/ledger.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { deletionUsers, useDeletionUsers } from '#renderer/stores/deletions-store.ts';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { VirtualList } from '#renderer/ui/virtual-list.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Deletion, DeletionUser } from '#shared/schemas/deletion.ts';
import { RemoveUserButton, UserSearch } from '../users/user-search.tsx';
import { removeFromDraft, userStates } from './deletion-actions.ts';

const idColumn: VirtualListColumn<DeletionUser> = {
  id: 'user',
  heading: 'User id',
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
        <span className="truncate">{userStates[state].word}</span>
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
        {delivered.toLocaleString('en')} of {deliveries.toLocaleString('en')}
      </span>
    ),
  },
  {
    id: 'dropped',
    heading: 'Dropped',
    width: '60px',
    align: 'end',
    cell: ({ dropped }) => (dropped === 0 ? '–' : dropped.toLocaleString('en')),
  },
];

/** The users of a request; once it is started, what became of their notices. */
export function DeletionUserList({ deletion }: { deletion: Deletion }) {
  const { id, state, userCount } = deletion;
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { items, nextCursor, status, problem, query } = useDeletionUsers();
  const isUnderway = items.some((user) => user.state === 'underway');
  // Deliveries go on after all was forwarded, and each of them moves the ledger.
  const ledger = useLedger((current) => (isUnderway ? current : null));
  useEffect(() => deletionUsers.show({ id, search }), [id, search]);
  useEffect(() => {
    // Named here so that whatever happens to it reads the list anew.
    void [deletion, ledger];
    deletionUsers.refresh();
  }, [deletion, ledger]);
  // Until the effect has run, the rows are those of another one.
  const rows = query.id === id ? items : [];
  const chosen = rows.find(({ userId }) => userId === selected);
  const canRemove = state === 'draft' && chosen !== undefined;
  const remove = (): void => {
    if (!canRemove) return;
    setSelected(neighborIn(rows, chosen)?.userId ?? null);
    void removeFromDraft(id, chosen.userId);
  };
  useCommands([
    {
      id: 'users.search',
      title: 'Search the users',
      section: 'Audiences',
      shortcut: ['Mod+F', '/'],
      run: () => frame.current?.querySelector('input')?.focus(),
    },
    {
      id: 'users.remove',
      title: 'Remove the user',
      section: 'Audiences',
      shortcut: 'Delete',
      enabled: () => canRemove,
      run: remove,
    },
  ]);
  const total = search === '' ? userCount : undefined;
  return (
    <div className="flex min-h-[260px] min-w-0 flex-1 flex-col bg-bg-1">
      <div ref={frame} className="flex flex-none gap-1.5 border-b border-line p-2.5">
        <search className="min-w-0 flex-1">
          <UserSearch value={search} onChange={setSearch} />
        </search>
        {state === 'draft' && <RemoveUserButton canRemove={canRemove} onClick={remove} />}
      </div>
      <div className="min-h-0 flex-1">
        {rows.length > 0 ? (
          <VirtualList<DeletionUser>
            label="Users"
            rows={rows}
            rowKey={({ userId }) => userId}
            columns={state === 'draft' ? [idColumn] : statusColumns}
            selectedKey={chosen?.userId ?? null}
            onSelect={({ userId }) => setSelected(userId)}
            onNearEnd={deletionUsers.loadMore}
            totalCount={total ?? (nextCursor === null ? rows.length : undefined)}
          />
        ) : status === 'failed' ? (
          <ErrorState title="The users could not be read" onRetry={deletionUsers.refresh}>
            {problem}
          </ErrorState>
        ) : status === 'ready' ? (
          <EmptyState
            icon={search === '' ? UserX : Search}
            title={search === '' ? 'No users yet' : 'No user id begins so'}
          >
            {search === ''
              ? 'Type or paste their ids, or import a file.'
              : 'Big and small letters are told apart.'}
          </EmptyState>
        ) : (
          <LateSpinner label="Reading the users" />
        )}
      </div>
    </div>
  );
}
