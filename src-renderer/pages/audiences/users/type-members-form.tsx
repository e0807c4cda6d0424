import { type FormEvent, type ReactElement, useState } from 'react';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextArea } from '#renderer/ui/text-field.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { maxListedUsers } from '#shared/schemas/user-id.ts';
import { counted, usersText } from '../audience-labels.ts';
import type { ChangeDraftState } from './change-draft.ts';
import { applyMembers, type ChangeMode } from './member-actions.ts';
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
  if (problem !== undefined) return 'Fix the line first';
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

interface ReplaceQuestionProps {
  readonly kind: ComputationClass;
  /** Users who are in it now. */
  readonly userCount: number;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onReplace: () => void;
  /** What leads to the question; it opens it by itself. */
  readonly trigger: ReactElement;
}

/** Asked before a list takes the place of the users who are there. */
export function ReplaceQuestion(props: ReplaceQuestionProps) {
  const { kind, userCount, open, onClose, onReplace, trigger } = props;
  return (
    <Popover
      title={`Replace ${usersText(kind, userCount)}?`}
      open={open}
      onOpenChange={(next) => next || onClose()}
      className="w-[280px]"
      trigger={trigger}
    >
      <p className="text-fg-2">
        Those who are not on the new list are removed. They cannot be brought back here.
      </p>
      <div className="mt-3 flex gap-2">
        {/* First, so that a key pressed once too often removes nobody. */}
        <Button onClick={onClose}>Keep them</Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onReplace();
          }}
        >
          Replace all
        </Button>
      </div>
    </Popover>
  );
}

interface ModeFieldProps {
  readonly kind: ComputationClass;
  readonly mode: ChangeMode;
  readonly onChange: (mode: ChangeMode) => void;
}

const hints: Readonly<Record<ComputationClass, Readonly<Record<ChangeMode, string>>>> = {
  audience: {
    add: 'Those who are in it already stay as they are.',
    remove: 'Those who are not in it are passed over.',
    replace: 'Everybody else is removed.',
  },
  trait: {
    add: 'Those who have a value already get the new one.',
    remove: 'Those who have no value are passed over.',
    replace: 'Everybody else loses their value.',
  },
};

/** What becomes of the users that are given. */
export function ModeField({ kind, mode, onChange }: ModeFieldProps) {
  return (
    <div className="flex flex-col items-start gap-1">
      <Segmented<ChangeMode>
        label="What becomes of them"
        size="small"
        value={mode}
        onChange={onChange}
        segments={[
          { value: 'add', label: 'Add' },
          { value: 'remove', label: 'Remove' },
          { value: 'replace', label: 'Replace all' },
        ]}
      />
      <span className="text-small text-fg-2">{hints[kind][mode]}</span>
    </div>
  );
}

interface UserIdsFieldProps {
  readonly lines: string;
  readonly onChange: (lines: string) => void;
  /** How many ids the lines hold. */
  readonly count: number;
  readonly problem: string | undefined;
  readonly rows: number;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
  /** Mod+Enter, where it is not to reach what it does elsewhere. */
  readonly onModEnter?: () => void;
}

/** User ids, one on each line. */
export function UserIdsField({
  lines,
  onChange,
  count,
  problem,
  rows,
  autoFocus = false,
  readOnly = false,
  onModEnter,
}: UserIdsFieldProps) {
  return (
    <Field
      label="User ids"
      error={problem}
      hint="One on each line, typed or pasted."
      aside={count > 0 && <span className="tabular-nums">{count.toLocaleString('en')}</span>}
    >
      <TextArea
        mono
        rows={rows}
        autoFocus={autoFocus}
        readOnly={readOnly}
        value={lines}
        placeholder={'user_1\nuser_2'}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (onModEnter === undefined) return;
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onModEnter();
        }}
      />
    </Field>
  );
}
