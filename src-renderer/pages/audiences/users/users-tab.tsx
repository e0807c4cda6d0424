import { Search, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { neighborIn } from '#renderer/components/rows.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import {
  type ListedMember,
  type MembersQuery,
  members,
  useMembers,
} from '#renderer/stores/members-store.ts';
import { useLastSync } from '#renderer/stores/syncs-store.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { VirtualList } from '#renderer/ui/virtual-list.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Computation, ComputationClass, PendingChange } from '#shared/schemas/computation.ts';
import { type ChangeMethod, useChangeDraft } from './change-draft.ts';
import { ChurnForm, GenerateForm } from './generate-form.tsx';
import { removeUser } from './member-actions.ts';
import { TypeMembersForm } from './type-members-form.tsx';
import { TypeValuesForm } from './type-values-form.tsx';
import { RemoveUserButton, UserSearch } from './user-search.tsx';
import { FileForm, WorkResult } from './work-result.tsx';

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
  const canRemove = chosen !== undefined && chosen.pendingChange !== 'removal';
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
            { value: 'pending', label: 'To be told' },
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
  if (show === 'pending')
    return <EmptyState title="Nobody to tell">No change waits for the next sync.</EmptyState>;
  return (
    <EmptyState icon={Users} title={kind === 'audience' ? 'No members yet' : 'No values yet'}>
      Type or paste them, import a file, or have some made up: a thousand are there in a moment.
    </EmptyState>
  );
}

interface ChangePanelProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

const methods: Readonly<
  Record<ComputationClass, readonly { readonly value: ChangeMethod; readonly label: string }[]>
> = {
  audience: [
    { value: 'type', label: 'Type' },
    { value: 'file', label: 'File' },
    { value: 'generate', label: 'Generate' },
    { value: 'churn', label: 'Churn' },
  ],
  trait: [
    { value: 'type', label: 'Type' },
    { value: 'file', label: 'File' },
    { value: 'generate', label: 'Generate' },
  ],
};

/** Every way to change who is in it. What a sync has to tell follows from it. */
function ChangePanel({ kind, computation }: ChangePanelProps) {
  const state = useChangeDraft(computation.id);
  const { method } = state.draft;
  const title = kind === 'audience' ? 'Change members' : 'Change values';
  const props = { kind, computation, state };
  return (
    <section
      aria-label={title}
      className="flex flex-none flex-col gap-3 border-t border-line bg-bg-0 p-4 @min-[600px]:w-[316px] @min-[600px]:overflow-y-auto @min-[600px]:border-t-0 @min-[600px]:border-l"
    >
      <h2 className="font-semibold">{title}</h2>
      <div>
        <Segmented<ChangeMethod>
          label="How to change them"
          value={method}
          onChange={(next) => state.change({ method: next })}
          segments={methods[kind]}
        />
      </div>
      {method === 'type' && kind === 'audience' && <TypeMembersForm {...props} />}
      {method === 'type' && kind === 'trait' && <TypeValuesForm {...props} />}
      {method === 'file' && (
        <FileForm
          target={{ kind, id: computation.id }}
          userCount={computation.userCount}
          mode={state.draft.mode}
          onMode={(mode) => state.change({ mode })}
          columns={kind === 'audience' ? 'a user id' : 'a user id and a value'}
        />
      )}
      {method === 'generate' && <GenerateForm {...props} />}
      {method === 'churn' && kind === 'audience' && <ChurnForm {...props} />}
      <WorkResult targetId={computation.id} />
    </section>
  );
}

function PendingBadge({ kind, what }: { kind: ComputationClass; what: PendingChange }) {
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
  cell: ({ userId, pendingChange }) => (
    <span
      className={pendingChange === 'removal' ? 'bytes truncate text-fg-3' : 'bytes truncate'}
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
  cell: ({ value, pendingChange }) => {
    const text = pendingChange === 'removal' ? '' : (JSON.stringify(value) ?? '');
    return (
      <span className="bytes truncate" title={text.slice(0, 1_000)}>
        {text.slice(0, 200)}
      </span>
    );
  },
};

const outstandingColumn = (kind: ComputationClass): VirtualListColumn<ListedMember> => ({
  id: 'pending',
  heading: 'Next sync',
  width: kind === 'audience' ? '116px' : '112px',
  align: 'end',
  cell: ({ pendingChange }) => <PendingBadge kind={kind} what={pendingChange} />,
});

const memberColumns: Readonly<
  Record<ComputationClass, readonly VirtualListColumn<ListedMember>[]>
> = {
  audience: [idColumn, outstandingColumn('audience')],
  trait: [idColumn, valueColumn, outstandingColumn('trait')],
};
