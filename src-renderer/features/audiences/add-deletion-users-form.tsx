import { type FormEvent, useState } from 'react';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import type { Deletion } from '#shared/schemas/deletion.ts';
import { maxListedUsers } from '#shared/schemas/user-id.ts';
import { addToDraft } from './deletion-actions.ts';
import { typedUsers } from './typed-users.ts';
import { readUserLines } from './user-lines.ts';
import { importText, pastedUsers, useBusyReason } from './user-work.ts';
import { counted } from './words.ts';

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
      <Field
        label="User ids"
        error={problem ?? refused}
        hint="One on each line, typed or pasted."
        aside={userIds.length > 0 && userIds.length.toLocaleString('en')}
      >
        <TextArea
          mono
          rows={3}
          value={lines}
          readOnly={busy}
          placeholder={'user_1\nuser_2'}
          onChange={(event) => {
            typedUsers.keep(id, event.target.value);
            setRefused(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            // Elsewhere these keys start the request.
            event.preventDefault();
            void add();
          }}
        />
      </Field>
      <div>
        <Button type="submit" busy={busy} disabledReason={inert}>
          {userIds.length === 0 ? 'Add users' : `Add ${counted(userIds.length, 'user', 'users')}`}
        </Button>
      </div>
    </form>
  );
}
