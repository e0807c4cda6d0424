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
import { visibleLine } from '#shared/kit/visible-text.ts';
import { type ChangeMethod, useChangeDraft } from './change-draft.ts';
import { ChurnForm, GenerateForm } from './generate-form.tsx';
import { removeUser } from './member-actions.ts';
import { TypeMembersForm } from './type-members-form.tsx';
import { TypeValuesForm } from './type-values-form.tsx';
import { UserList } from './user-list.tsx';
import { FileForm, WorkResult } from './work-result.tsx';

interface UsersTabProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

type Show = UserQuery['show'];

export function UsersTab({ kind, computation }: UsersTabProps) {
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @lg:flex-row @lg:overflow-visible">
        <Users key={computation.id} kind={kind} computation={computation} />
        <ChangePanel kind={kind} computation={computation} />
      </div>
    </div>
  );
}

function Users({ kind, computation }: UsersTabProps) {
  const { id, userCount } = computation;
  const [show, setShow] = useState<Show>('users');
  const [search, setSearch] = useState('');
  return (
    <UserList<ListedUser>
      label={kind === 'audience' ? 'Members' : 'Values'}
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
    { value: 'type', label: 'Enter' },
    { value: 'file', label: 'File' },
    { value: 'generate', label: 'Generate' },
    { value: 'churn', label: 'Churn' },
  ],
  trait: [
    { value: 'type', label: 'Enter' },
    { value: 'file', label: 'File' },
    { value: 'generate', label: 'Generate' },
  ],
};

function ChangePanel({ kind, computation }: ChangePanelProps) {
  const state = useChangeDraft(computation.id);
  const { method } = state.draft;
  const title = kind === 'audience' ? 'Change members' : 'Change values';
  const props = { kind, computation, state };
  return (
    <section
      aria-label={title}
      className="flex flex-none flex-col gap-3 border-t border-line bg-bg-0 p-4 @lg:w-[316px] @lg:overflow-y-auto @lg:border-t-0 @lg:border-l"
    >
      <h2 className="font-semibold">{title}</h2>
      <div>
        <Segmented<ChangeMethod>
          label="Input"
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
          columns={kind === 'audience' ? 'a user ID' : 'a user ID and a value'}
        />
      )}
      {method === 'generate' && <GenerateForm {...props} />}
      {method === 'churn' && kind === 'audience' && <ChurnForm {...props} />}
      <WorkResult targetId={computation.id} />
    </section>
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
