import { UserX } from 'lucide-react';
import { useState } from 'react';
import { focusPane, paneMark, useFocusWhenLost } from '#renderer/components/focus.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { Deletion } from '#shared/schemas/deletion.ts';
import { Ago } from '../ago.tsx';
import { FileForm } from '../users/file-form.tsx';
import { useUserWork } from '../users/user-work.ts';
import { WorkResult } from '../users/work-result.tsx';
import { AddDeletionUsersForm } from './add-deletion-users-form.tsx';
import { startDeletion } from './deletion-actions.ts';
import { deletionSentence, deletionStates, usersOf } from './deletion-labels.ts';
import { DeletionPlanCard } from './deletion-plan-card.tsx';
import { DeletionUserList } from './deletion-user-list.tsx';
import { DiscardButton } from './discard-button.tsx';
import { typedUsers } from './typed-users.ts';

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
          mark={<StateMark state={deletionStates[state].mark} decorative />}
          title={userCount === 0 ? 'Deletion request' : `Deletion of ${usersOf(deletion)}`}
          badge={<Badge>{deletionStates[state].word}</Badge>}
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
        {state === 'running' && (
          <div className="bg-bg-1 px-4 pb-2.5">
            <ProgressBar label="Users" value={forwardedCount} of={Math.max(1, userCount)} />
          </div>
        )}
      </div>
      <div className="@container flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @min-[600px]:flex-row @min-[600px]:overflow-visible">
          <DeletionUserList deletion={deletion} />
          {isDraft && (
            <div className="flex flex-none flex-col gap-3 border-t border-line p-4 @min-[600px]:w-[52%] @min-[600px]:max-w-[560px] @min-[600px]:overflow-y-auto @min-[600px]:border-t-0 @min-[600px]:border-l [&>*]:flex-none">
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
