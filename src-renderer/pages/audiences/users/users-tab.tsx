import { Search, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { neighborIn } from '#renderer/components/rows.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { type MembersQuery, members, useMembers } from '#renderer/stores/members-store.ts';
import { useLastSync } from '#renderer/stores/syncs-store.ts';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { VirtualList } from '#renderer/ui/virtual-list.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { ChangePanel } from './change-panel.tsx';
import { removeUser } from './member-actions.ts';
import { memberColumns } from './member-columns.tsx';
import { RemoveUserButton } from './remove-user-button.tsx';
import { UserSearch } from './user-search.tsx';

interface UsersTabProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

type Show = MembersQuery['show'];

/** Who is in it, and beside that how to change it. */
export function UsersTab({ kind, computation }: UsersTabProps) {
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @min-[600px]:flex-row @min-[600px]:overflow-visible">
        <UserList key={computation.id} kind={kind} computation={computation} />
        <ChangePanel kind={kind} computation={computation} />
      </div>
    </div>
  );
}

function UserList({ kind, computation }: UsersTabProps) {
  const { id } = computation;
  const [show, setShow] = useState<Show>('users');
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { items, nextCursor, status, problem, query } = useMembers();
  const sync = useLastSync(computation);
  useEffect(() => members.show({ kind, id, show, search }), [kind, id, show, search]);
  useEffect(() => {
    // Named here so that whatever happens to it reads the list anew.
    void [computation, sync];
    members.refresh();
  }, [computation, sync]);
  // Until the effect has run, the rows are those of another one.
  const rows = query.id === id ? items : [];
  const chosen = rows.find(({ userId }) => userId === selected);
  const canRemove = chosen !== undefined && chosen.outstanding !== 'removal';
  const remove = (): void => {
    if (!canRemove) return;
    // The keyboard goes on from where it was.
    setSelected(neighborIn(rows, chosen)?.userId ?? null);
    void removeUser(kind, computation, chosen.userId, chosen.value);
  };
  useCommands([
    {
      id: 'users.search',
      title: kind === 'audience' ? 'Search the members' : 'Search the users',
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
  const total = show === 'users' && search === '' ? computation.userCount : undefined;
  return (
    <div className="flex min-h-[260px] min-w-0 flex-1 flex-col bg-bg-1">
      <div ref={frame} className="flex flex-none flex-wrap gap-1.5 border-b border-line p-2.5">
        <search className="min-w-40 flex-1">
          <UserSearch value={search} onChange={setSearch} />
        </search>
        <Segmented<Show>
          label="Which users"
          value={show}
          onChange={setShow}
          segments={[
            { value: 'users', label: kind === 'audience' ? 'Members' : 'Values' },
            { value: 'outstanding', label: 'To be told' },
          ]}
        />
        <RemoveUserButton canRemove={canRemove} onClick={remove} />
      </div>
      <div className="min-h-0 flex-1">
        {rows.length > 0 ? (
          <VirtualList
            label={kind === 'audience' ? 'Members' : 'Values'}
            rows={rows}
            rowKey={({ userId }) => userId}
            columns={memberColumns[kind]}
            selectedKey={chosen?.userId ?? null}
            onSelect={({ userId }) => setSelected(userId)}
            onNearEnd={members.loadMore}
            totalCount={total ?? (nextCursor === null ? rows.length : undefined)}
          />
        ) : status === 'failed' ? (
          <ErrorState title="The users could not be read" onRetry={members.refresh}>
            {problem}
          </ErrorState>
        ) : status === 'ready' ? (
          <NoUsers kind={kind} show={show} search={search} />
        ) : (
          <LateSpinner label="Reading the users" />
        )}
      </div>
      <footer className="flex h-[30px] flex-none items-center gap-3 border-t border-line px-3 text-label whitespace-nowrap text-fg-3 tabular-nums">
        <span className="ml-auto truncate">
          {rows.length.toLocaleString('en')}
          {total !== undefined
            ? ` of ${Math.max(total, rows.length).toLocaleString('en')}`
            : nextCursor !== null && ' and more'}
        </span>
      </footer>
    </div>
  );
}

function NoUsers({ kind, show, search }: Pick<MembersQuery, 'kind' | 'show' | 'search'>) {
  if (search !== '')
    return (
      <EmptyState icon={Search} title="No user id begins so">
        Big and small letters are told apart.
      </EmptyState>
    );
  if (show === 'outstanding')
    return <EmptyState title="Nobody to tell">No change waits for the next sync.</EmptyState>;
  return (
    <EmptyState icon={Users} title={kind === 'audience' ? 'No members yet' : 'No values yet'}>
      Type or paste them, import a file, or have some made up: a thousand are there in a moment.
    </EmptyState>
  );
}
