import { type FormEvent, useState } from 'react';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { Computation } from '#shared/schemas/computation.ts';
import { maxListedUsers } from '#shared/schemas/user-id.ts';
import { counted } from '../audience-labels.ts';
import type { ChangeDraftState } from './change-draft.ts';
import { applyMembers, type ChangeMode } from './member-actions.ts';
import { ModeField } from './mode-field.tsx';
import { ReplaceQuestion } from './replace-question.tsx';
import { UserIdsField } from './user-ids-field.tsx';
import { readUserLines } from './user-lines.ts';
import { importText, pastedUsers, useBusyReason } from './user-work.ts';

interface TypeMembersFormProps {
  readonly computation: Computation;
  readonly state: ChangeDraftState;
}

function buttonText(mode: ChangeMode, count: number): string {
  const users = count === 0 ? 'users' : counted(count, 'user', 'users');
  if (mode === 'replace') return count === 0 ? 'Remove all members' : `Make ${users} the members`;
  return `${mode === 'add' ? 'Add' : 'Remove'} ${users}`;
}

function disabledReason(mode: ChangeMode, count: number, problem: string | undefined) {
  if (problem !== undefined) return 'Mend the line first';
  // An audience may well be emptied.
  return count === 0 && mode !== 'replace' ? 'Type a user id first' : undefined;
}

/** User ids by hand, or pasted from anywhere. */
export function TypeMembersForm({ computation, state: { draft, change } }: TypeMembersFormProps) {
  const { lines, mode } = draft;
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const { userIds, problem } = readUserLines(lines);
  const isMany = userIds.length > maxListedUsers;
  const busyReason = useBusyReason(computation.id);
  const inert = disabledReason(mode, userIds.length, problem) ?? (isMany ? busyReason : undefined);

  const importAll = (): Promise<boolean> =>
    importText({ kind: 'audience', id: computation.id }, mode, pastedUsers(userIds));

  const apply = async (): Promise<void> => {
    setBusy(true);
    setRefused(undefined);
    try {
      if (!isMany) await applyMembers(computation, mode, userIds);
      // Back to adding: keys pressed once more after a replacement would remove everybody.
      if (!isMany || (await importAll()))
        change({ lines: '', mode: mode === 'replace' ? 'add' : mode });
    } catch (error) {
      setRefused(errorSentence(error));
    }
    setBusy(false);
  };

  const submit = (): void => {
    if (inert !== undefined || busy) return;
    if (mode === 'replace' && computation.userCount > 0) setAsks(true);
    else void apply();
  };

  return (
    <form
      noValidate
      aria-label="Type members"
      className="flex flex-col gap-2.5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <UserIdsField
        lines={lines}
        count={userIds.length}
        problem={problem ?? refused}
        rows={7}
        readOnly={busy}
        onChange={(next) => {
          change({ lines: next });
          setRefused(undefined);
        }}
        onModEnter={submit}
      />
      <ModeField kind="audience" mode={mode} onChange={(next) => change({ mode: next })} />
      <div>
        <ReplaceQuestion
          kind="audience"
          userCount={computation.userCount}
          open={asks}
          onClose={() => setAsks(false)}
          onReplace={() => void apply()}
          trigger={
            <Button type="submit" shortcut="Mod+Enter" busy={busy} disabledReason={inert}>
              {buttonText(mode, userIds.length)}
            </Button>
          }
        />
      </div>
    </form>
  );
}
