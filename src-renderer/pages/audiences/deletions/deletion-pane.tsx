import { Trash2, UserX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { focusPane, paneMark, useFocusWhenLost } from '#renderer/components/focus.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { useCommand, useCommands } from '#renderer/keyboard/commands.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { Deletion } from '#shared/schemas/deletion.ts';
import { maxListedUsers } from '#shared/schemas/user-id.ts';
import { Ago } from '../ago.tsx';
import { counted } from '../audience-labels.ts';
import { UserIdsField } from '../users/type-members-form.tsx';
import { readUserLines } from '../users/user-lines.ts';
import { importText, pastedUsers, useBusyReason, useUserWork } from '../users/user-work.ts';
import { FileForm, WorkResult } from '../users/work-result.tsx';
import {
  addToDraft,
  deletionMark,
  deletionSentence,
  deletionWord,
  discardDeletion,
  discardForGood,
  startDeletion,
  typedUsers,
  usersOf,
} from './deletion-actions.ts';
import { DeletionPlanCard } from './deletion-plan-card.tsx';
import { DeletionUserList } from './deletion-user-list.tsx';

/** One request: as a draft with its plan, afterwards with what became of each user. */
export function DeletionPane({ deletion }: { deletion: Deletion }) {
  const { id, state, userCount, forwardedCount, createdAt } = deletion;
  const isImporting = useUserWork(({ byTarget }) => byTarget[id]?.status === 'running');
  const [busy, setBusy] = useState(false);
  // The button that started it is gone.
  useFocusWhenLost(focusPane, state);
  const isDraft = state === 'draft';
  const isTyping = typedUsers.useDrafts(({ byId }) => (byId[id] ?? '').trim() !== '');
  const inert = isImporting
    ? 'Wait until the file is read'
    : isTyping
      ? 'Add the users that you typed, or clear them'
      : userCount === 0
        ? 'It has no users yet'
        : undefined;
  const start = async (): Promise<void> => {
    if (!isDraft || inert !== undefined || busy) return;
    setBusy(true);
    await startDeletion(deletion);
    setBusy(false);
  };
  useCommands([
    {
      id: 'deletion.start',
      title: 'Start the deletion request',
      section: 'Audiences',
      shortcut: 'Mod+Enter',
      enabled: () => isDraft && inert === undefined,
      run: () => void start(),
    },
  ]);
  return (
    <section
      {...paneMark}
      aria-label="Deletion request"
      className="flex h-full min-h-0 flex-col bg-bg-0 outline-offset-[-2px]"
    >
      <div className="flex-none border-b border-line">
        <PageHeader
          mark={<StateMark state={deletionMark(state)} decorative />}
          title={userCount === 0 ? 'Deletion request' : `Deletion of ${usersOf(deletion)}`}
          badge={<Badge>{deletionWord(state)}</Badge>}
          meta={
            <>
              <span role="status" className="tabular-nums">
                {deletionSentence(deletion)}
              </span>
              <span>
                Requested <Ago at={createdAt} />.
              </span>
              {!isDraft && (
                // The id of each of its messages begins so.
                <RouteLink to={{ page: 'inspector', query: { filter: `origin:deletion:${id}` } }}>
                  See the notices in the Inspector
                </RouteLink>
              )}
            </>
          }
          actions={
            isDraft && (
              <>
                <DiscardButton deletion={deletion} isImporting={isImporting} />
                <Button
                  variant="primary"
                  icon={UserX}
                  shortcut="Mod+Enter"
                  busy={busy}
                  disabledReason={inert}
                  onClick={() => void start()}
                >
                  Start
                </Button>
              </>
            )
          }
        />
        {!isDraft && state !== 'completed' && (
          <div className="bg-bg-1 px-4 pb-2.5">
            <ProgressBar label="Users" value={forwardedCount} of={Math.max(1, userCount)} />
          </div>
        )}
      </div>
      <div className="@container flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @lg:flex-row @lg:overflow-visible">
          <DeletionUserList deletion={deletion} />
          {isDraft && (
            <div className="flex flex-none flex-col gap-3 border-t border-line p-4 @lg:w-[52%] @lg:max-w-[560px] @lg:overflow-y-auto @lg:border-t-0 @lg:border-l [&>*]:flex-none">
              <DeletionPlanCard deletion={deletion} isImporting={isImporting} />
              <Card title="Add users">
                <div className="flex flex-col gap-3">
                  <AddDeletionUsersForm key={id} deletion={deletion} />
                  <FileForm
                    target={{ kind: 'deletion', id }}
                    userCount={deletion.userCount}
                    mode="add"
                    columns="a user id"
                  />
                  <WorkResult targetId={id} />
                </div>
              </Card>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

/** More users for a draft, by hand or pasted. */
function AddDeletionUsersForm({ deletion: { id } }: { deletion: Deletion }) {
  const lines = typedUsers.useDrafts(({ byId }) => byId[id]) ?? '';
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { userIds, problem } = readUserLines(lines);
  const busyReason = useBusyReason(id);
  const isMany = userIds.length > maxListedUsers;
  const inert =
    problem !== undefined
      ? 'Fix the line first'
      : userIds.length === 0
        ? 'Type a user id first'
        : isMany
          ? busyReason
          : undefined;

  const add = async (): Promise<void> => {
    if (inert !== undefined || busy) return;
    setBusy(true);
    setRefused(undefined);
    try {
      const isTaken = isMany
        ? await importText({ kind: 'deletion', id }, 'add', pastedUsers(userIds))
        : await addToDraft(id, userIds).then(() => true);
      if (isTaken) typedUsers.drop(id);
    } catch (error) {
      setRefused(errorSentence(error));
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
        problem={problem ?? refused}
        rows={3}
        readOnly={busy}
        onChange={(next) => {
          typedUsers.keep(id, next);
          setRefused(undefined);
        }}
        // Elsewhere these keys start the request.
        onModEnter={() => void add()}
      />
      <div>
        <Button type="submit" busy={busy} disabledReason={inert}>
          {userIds.length === 0 ? 'Add users' : `Add ${counted(userIds.length, 'user', 'users')}`}
        </Button>
      </div>
    </form>
  );
}

interface DiscardButtonProps {
  readonly deletion: Deletion;
  readonly isImporting: boolean;
}

/** Throws a draft away: at once where that can be undone, else after a question. */
function DiscardButton({ deletion, isImporting }: DiscardButtonProps) {
  const [asks, setAsks] = useState(false);
  const discard = async (): Promise<void> => {
    if (isImporting) return;
    if ((await discardDeletion(deletion)) === 'asks') setAsks(true);
  };
  useCommand({
    id: 'deletion.discard',
    title: 'Throw the deletion request away',
    section: 'Audiences',
    enabled: () => !isImporting,
    run: () => void discard(),
  });
  return (
    <Popover
      title={`Throw away ${usersOf(deletion)}?`}
      open={asks}
      onOpenChange={(next) => (next ? void discard() : setAsks(false))}
      align="end"
      className="w-[320px]"
      trigger={
        <Button icon={Trash2} disabledReason={isImporting ? 'Cancel the import first' : undefined}>
          Throw away
        </Button>
      }
    >
      <p className="text-fg-2">
        So many cannot be brought back here: their list would have to be imported again. Nothing was
        sent.
      </p>
      <div className="mt-3 flex gap-2">
        {/* First, so that a key pressed once too often throws nothing away. */}
        <Button onClick={() => setAsks(false)}>Keep it</Button>
        <Button variant="danger" onClick={() => void discardForGood(deletion)}>
          Throw away
        </Button>
      </div>
    </Popover>
  );
}
