import { type FormEvent, useState } from 'react';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { Deletion } from '#shared/schemas/deletion.ts';
import { maxListedUsers } from '#shared/schemas/user-id.ts';
import { counted } from '../audience-labels.ts';
import { UserIdsField } from '../users/user-ids-field.tsx';
import { readUserLines } from '../users/user-lines.ts';
import { importText, pastedUsers, useBusyReason } from '../users/user-work.ts';
import { addToDraft } from './deletion-actions.ts';
import { typedUsers } from './typed-users.ts';

/** More users for a draft, by hand or pasted. */
export function AddDeletionUsersForm({ deletion: { id } }: { deletion: Deletion }) {
  const lines = typedUsers.useDrafts(({ byId }) => byId[id]) ?? '';
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { userIds, problem } = readUserLines(lines);
  const busyReason = useBusyReason(id);
  const isMany = userIds.length > maxListedUsers;
  const inert =
    problem !== undefined
      ? 'Mend the line first'
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
