import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { errorSentence, isNotFound } from '#renderer/kit/data/error-sentence.ts';
import { useDeletions } from '#renderer/kit/data/pages.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { host } from '#renderer/kit/host/host.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { maxListedUsers } from '#shared/kit/name.ts';
import { newFormMark, openNew } from '../audiences-route.ts';
import { UserIdsField } from '../users/type-members-form.tsx';
import {
  formatOf,
  type ImportedText,
  importText,
  pastedUsers,
  readUserLines,
} from '../users/user-work.ts';
import { createDraft, typedUsers } from './deletion-actions.ts';
import { DeletionPane } from './deletion-pane.tsx';

/** A request, or the form for a new one. */
export function DeletionDetail({ id, isAsked }: { id: string; isAsked: boolean }) {
  const { items, status } = useDeletions();
  const deletion = items.find((item) => item.id === id);
  if (deletion !== undefined) return <DeletionPane key={deletion.id} deletion={deletion} />;
  if (id === 'new') return <NewDeletionPane isAsked={isAsked} />;
  if (status === 'failed') return <div className="h-full bg-bg-0" />;
  if (status !== 'ready') return <LateSpinner label="Loading deletion request" />;
  return <UnlistedDeletion key={id} id={id} />;
}

/** A request on a page of the list that isn't loaded. */
function UnlistedDeletion({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(api.deletions.get.queryOptions({ input: { id } }));
  if (data !== undefined) return <DeletionPane deletion={data} />;
  if (error === null) return <LateSpinner label="Loading deletion request" />;
  if (!isNotFound(error))
    return <ErrorState onRetry={() => void refetch()}>{errorSentence(error)}</ErrorState>;
  return (
    <EmptyState
      icon={UserX}
      title="Deletion request not found"
      actions={<Button onClick={() => openNew('deletions')}>New deletion request</Button>}
    >
      It may have been discarded.
    </EmptyState>
  );
}

const draftId = 'new';

/** Unless it is asked for, the keys of the application go on working. */
function NewDeletionPane({ isAsked }: { isAsked: boolean }) {
  const lines = typedUsers.useDrafts(({ byId }) => byId[draftId]) ?? '';
  const [saveError, setSaveError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { userIds, problem } = readUserLines(lines);
  const disabledReason =
    problem !== undefined
      ? 'Fix the invalid line'
      : userIds.length === 0
        ? 'Enter a user ID'
        : undefined;

  /** Resolves with whether the draft was created. */
  const start = async (listed: readonly string[], file?: ImportedText): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setSaveError(undefined);
    try {
      const { id } = await createDraft(listed);
      if (file !== undefined) void importText({ kind: 'deletion', id }, 'add', file);
      return true;
    } catch (error) {
      setSaveError(errorSentence(error));
      setBusy(false);
      return false;
    }
  };

  const startTyped = (): Promise<boolean> =>
    userIds.length <= maxListedUsers ? start(userIds) : start([], pastedUsers(userIds));

  const plan = async (): Promise<void> => {
    if (await startTyped()) typedUsers.drop(draftId);
  };

  const chooseFile = async (): Promise<void> => {
    const file = await host.chooseFile('.csv,.txt,.jsonl,.ndjson,.json,text/csv,text/plain');
    if (file === null) return;
    void start([], { title: file.name, bytes: file, format: formatOf(file.name) });
  };

  const [review] = useActions('Audiences', [
    {
      id: 'deletion.plan',
      title: 'Review deletion request',
      label: 'Review plan',
      shortcut: 'Mod+Enter',
      busy: isBusy,
      problem: disabledReason,
      run: () => void plan(),
    },
  ]);

  return (
    <section aria-label="New deletion request" className="h-full overflow-y-auto bg-bg-0">
      <form
        {...newFormMark}
        noValidate
        aria-label="New deletion request"
        className="mx-auto flex max-w-[480px] flex-col gap-3 px-6 pt-[8vh] pb-8"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          review.run();
        }}
      >
        <UserX size={24} strokeWidth={1.5} className="text-fg-3" aria-hidden="true" />
        <div>
          <h2 className="text-title font-semibold tracking-[-0.012em]">New deletion request</h2>
          <p className="mt-1 text-fg-2">
            Sends one <code className="bytes">delete</code> notice per user and affected source.
          </p>
        </div>
        <UserIdsField
          lines={lines}
          count={userIds.length}
          problem={problem ?? saveError}
          rows={8}
          autoFocus={isAsked}
          onChange={(next) => {
            typedUsers.keep(draftId, next);
            setSaveError(undefined);
          }}
        />
        <div className="flex flex-wrap gap-2">
          <ActionButton action={review} type="submit" variant="primary" />
          <Button disabled={isBusy} onClick={() => void chooseFile()}>
            Import file
          </Button>
        </div>
      </form>
    </section>
  );
}
