import { Trash2, UserX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { JobCard } from '#renderer/jobs/job-card.tsx';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { perform, showDone } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { useJob } from '#renderer/kit/data/jobs.ts';
import { useDeletionUsers } from '#renderer/kit/data/pages.ts';
import { paneMark, useFocusPaneWhenLost } from '#renderer/kit/keyboard/focus.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { Deletion, DeletionUser } from '#shared/audiences/deletion.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import { maxListedUsers } from '#shared/kit/name.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { Ago } from '../audience-labels.tsx';
import { PaneColumns, PaneSection } from '../pane-section.tsx';
import type { ChangeMethod } from '../users/change-draft.ts';
import { ChangePane, useChangePane } from '../users/change-pane.tsx';
import { UserIdsField } from '../users/type-members-form.tsx';
import { UserList } from '../users/user-list.tsx';
import {
  importText,
  pastedUsers,
  readUserLines,
  useBusyReason,
  useUserWork,
} from '../users/user-work.ts';
import { FileForm } from '../users/work-result.tsx';
import {
  addToDraft,
  deletionMark,
  deletionStateText,
  deletionSummary,
  discardDeletion,
  removeFromDraft,
  typedUsers,
  userStates,
  usersOf,
  usersToRestore,
} from './deletion-actions.ts';
import { DeletionPlanCard } from './deletion-plan-card.tsx';

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

function DeletionUserList({ deletion: { id, state, userCount } }: { deletion: Deletion }) {
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

/** Shows a draft with its plan; once started, the state of each user. */
export function DeletionPane({ deletion }: { deletion: Deletion }) {
  const { id, state, userCount, createdAt } = deletion;
  const job = useJob(deletion.jobId);
  const isImporting = useUserWork(({ byTarget }) => byTarget[id]?.status === 'running');
  // The start button is gone.
  useFocusPaneWhenLost(state);
  const isDraft = state === 'draft';
  const isTyping = typedUsers.useDrafts(({ byId }) => (byId[id] ?? '').trim() !== '');
  const disabledReason = isImporting
    ? 'Importing a file'
    : isTyping
      ? 'Add or clear the entered users'
      : userCount === 0
        ? 'Add users'
        : undefined;
  const changing = useChangePane(isDraft);
  const [change, start] = useActions('Audiences', [
    { ...changing.action, isShown: isDraft },
    {
      id: 'deletion.start',
      title: 'Start deletion request',
      label: 'Start',
      shortcut: 'Mod+Enter',
      icon: UserX,
      isShown: isDraft,
      problem: disabledReason,
      failure: "Can't start deletion",
      // The change feed shows it: the response may arrive after the end of a short one.
      run: async () => void (await core.deletions.start({ id })),
    },
  ]);
  return (
    <section
      {...paneMark}
      aria-label="Deletion request"
      className="flex h-full min-h-0 flex-col bg-bg-0 -outline-offset-2"
    >
      <div className="flex-none border-b border-line">
        <PageHeader
          isThing
          mark={<StateMark state={deletionMark(state)} decorative />}
          title={userCount === 0 ? 'Deletion request' : `Deletion of ${usersOf(deletion)}`}
          badge={<Badge>{deletionStateText(state)}</Badge>}
          meta={
            <>
              <span role="status" className="tabular-nums">
                {deletionSummary(deletion)}
              </span>
              <span>
                Requested <Ago at={createdAt} />
              </span>
              {!isDraft && (
                <RouteLink to={{ page: 'deliveries', query: { filter: `origin:deletion:${id}` } }}>
                  View notices
                </RouteLink>
              )}
            </>
          }
          actions={
            isDraft && (
              <>
                <DiscardButton deletion={deletion} isImporting={isImporting} />
                <ActionButton
                  action={change}
                  aria-expanded={changing.isOpen}
                  shortcut={undefined}
                />
                <ActionButton action={start} variant="primary" />
              </>
            )
          }
        />
        {job !== undefined && state !== 'completed' && (
          <div className="bg-bg-1 px-4 pb-2.5">
            <JobCard job={job} />
          </div>
        )}
      </div>
      <PaneColumns
        side={isDraft && changing.isOpen && <AddUsers deletion={deletion} pane={changing} />}
      >
        {isDraft && (
          <PaneSection name="sync" title="Plan">
            <DeletionPlanCard deletion={deletion} isImporting={isImporting} />
          </PaneSection>
        )}
        <PaneSection name="users" title="Users" meta={formatCount(userCount)}>
          <DeletionUserList deletion={deletion} />
        </PaneSection>
      </PaneColumns>
    </section>
  );
}

interface AddUsersProps {
  readonly deletion: Deletion;
  readonly pane: ReturnType<typeof useChangePane>;
}

const methods: readonly ChangeMethod[] = ['type', 'file'];

function AddUsers({ deletion, pane }: AddUsersProps) {
  const { id, userCount } = deletion;
  const [method, setMethod] = useState<ChangeMethod>('type');
  return (
    <ChangePane pane={pane} targetId={id} methods={methods} method={method} onMethod={setMethod}>
      {method === 'type' ? (
        <AddDeletionUsersForm key={id} deletion={deletion} />
      ) : (
        <FileForm
          target={{ kind: 'deletion', id }}
          userCount={userCount}
          mode="add"
          columns="a user ID"
        />
      )}
    </ChangePane>
  );
}

function AddDeletionUsersForm({ deletion: { id } }: { deletion: Deletion }) {
  const lines = typedUsers.useDrafts(({ byId }) => byId[id]) ?? '';
  const [saveError, setSaveError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { userIds, problem } = readUserLines(lines);
  const busyReason = useBusyReason(id);
  const isMany = userIds.length > maxListedUsers;
  const disabledReason =
    problem !== undefined
      ? 'Fix the invalid line'
      : userIds.length === 0
        ? 'Enter a user ID'
        : isMany
          ? busyReason
          : undefined;

  const add = async (): Promise<void> => {
    if (disabledReason !== undefined || isBusy) return;
    setBusy(true);
    setSaveError(undefined);
    try {
      const isAccepted = isMany
        ? await importText({ kind: 'deletion', id }, 'add', pastedUsers(userIds))
        : await addToDraft(id, userIds)
            .then(showDone)
            .then(() => true);
      if (isAccepted) typedUsers.drop(id);
    } catch (error) {
      setSaveError(errorSentence(error));
    }
    setBusy(false);
  };

  return (
    <form
      noValidate
      aria-label="Add users"
      className="flex flex-col gap-2.5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void add();
      }}
    >
      <UserIdsField
        lines={lines}
        count={userIds.length}
        problem={problem ?? saveError}
        rows={3}
        readOnly={isBusy}
        onChange={(next) => {
          typedUsers.keep(id, next);
          setSaveError(undefined);
        }}
        // Outside this field, the shortcut starts the request.
        onModEnter={() => void add()}
      />
      <div>
        <Button type="submit" busy={isBusy} disabledReason={disabledReason}>
          {userIds.length === 0 ? 'Add users' : `Add ${counted(userIds.length, 'user')}`}
        </Button>
      </div>
    </form>
  );
}

interface DiscardButtonProps {
  readonly deletion: Deletion;
  readonly isImporting: boolean;
}

/** Asks for confirmation only if the discard can't be undone. */
function DiscardButton({ deletion, isImporting }: DiscardButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const [discard] = useActions('Audiences', [
    {
      id: 'deletion.discard',
      title: 'Discard deletion request',
      label: 'Discard',
      problem: isImporting ? 'Cancel the import' : undefined,
      run: async () => {
        const userIds = await usersToRestore(deletion);
        return userIds === null ? setConfirming(true) : discardDeletion(deletion, userIds);
      },
    },
  ]);
  return (
    <Popover
      title={`Discard request for ${usersOf(deletion)}?`}
      open={isConfirming}
      onOpenChange={(next) => (next ? discard.run() : setConfirming(false))}
      align="end"
      className="w-[320px]"
      trigger={
        <Button icon={Trash2} disabledReason={discard.problem}>
          Discard
        </Button>
      }
    >
      <p className="text-fg-2">This can't be undone.</p>
      <div className="mt-3 flex gap-2">
        {/* First, so that an extra key press discards nothing. */}
        <Button onClick={() => setConfirming(false)}>Cancel</Button>
        <Button
          variant="danger"
          onClick={() => void perform("Can't discard", () => discardDeletion(deletion, null))}
        >
          Discard
        </Button>
      </div>
    </Popover>
  );
}
