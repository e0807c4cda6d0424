import { type FormEvent, type ReactElement, useState } from 'react';
import { showDone } from '#renderer/kit/actions/perform.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextArea } from '#renderer/ui/text-field.tsx';
import type { Computation, ComputationClass } from '#shared/audiences/computation.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import { maxListedUsers } from '#shared/kit/name.ts';
import { usersText } from '../audience-labels.tsx';
import type { ChangeDraftState } from './change-draft.ts';
import { applyMembers, type ChangeMode } from './member-actions.ts';
import { importText, pastedUsers, readUserLines, useBusyReason } from './user-work.ts';

interface TypeMembersFormProps {
  readonly computation: Computation;
  readonly state: ChangeDraftState;
}

function buttonText(mode: ChangeMode, count: number): string {
  const users = count === 0 ? 'users' : counted(count, 'user');
  if (mode === 'replace') return count === 0 ? 'Remove all members' : `Replace with ${users}`;
  return `${mode === 'add' ? 'Add' : 'Remove'} ${users}`;
}

function disabledReasonOf(mode: ChangeMode, count: number, problem: string | undefined) {
  if (problem !== undefined) return 'Fix the invalid line';
  // Replacing with nothing empties the audience.
  return count === 0 && mode !== 'replace' ? 'Enter a user ID' : undefined;
}

export function TypeMembersForm({ computation, state: { draft, change } }: TypeMembersFormProps) {
  const { lines, mode } = draft;
  const [saveError, setSaveError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const { userIds, problem } = readUserLines(lines);
  const isMany = userIds.length > maxListedUsers;
  const busyReason = useBusyReason(computation.id);
  const reason =
    disabledReasonOf(mode, userIds.length, problem) ?? (isMany ? busyReason : undefined);

  const importAll = (): Promise<boolean> =>
    importText({ kind: 'audience', id: computation.id }, mode, pastedUsers(userIds));

  const apply = async (): Promise<void> => {
    setBusy(true);
    setSaveError(undefined);
    try {
      if (!isMany) showDone(await applyMembers(computation, mode, userIds));
      // Back to adding: a repeated replacement would remove everyone.
      if (!isMany || (await importAll()))
        change({ lines: '', mode: mode === 'replace' ? 'add' : mode });
    } catch (error) {
      setSaveError(errorSentence(error));
    }
    setBusy(false);
  };

  const submit = (): void => {
    if (reason !== undefined || isBusy) return;
    if (mode === 'replace') setConfirming(true);
    else void apply();
  };

  return (
    <form
      noValidate
      aria-label="Enter members"
      className="flex flex-col gap-2.5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <UserIdsField
        lines={lines}
        count={userIds.length}
        problem={problem ?? saveError}
        rows={7}
        readOnly={isBusy}
        onChange={(next) => {
          change({ lines: next });
          setSaveError(undefined);
        }}
        onModEnter={submit}
      />
      <ModeField kind="audience" mode={mode} onChange={(next) => change({ mode: next })} />
      <div>
        <ReplaceConfirmation
          kind="audience"
          userCount={computation.userCount}
          open={isConfirming}
          onClose={() => setConfirming(false)}
          onReplace={() => void apply()}
          trigger={
            <Button type="submit" shortcut="Mod+Enter" busy={isBusy} disabledReason={reason}>
              {buttonText(mode, userIds.length)}
            </Button>
          }
        />
      </div>
    </form>
  );
}

interface ReplaceConfirmationProps {
  readonly kind: ComputationClass;
  readonly userCount: number;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onReplace: () => void;
  readonly trigger: ReactElement;
}

export function ReplaceConfirmation(props: ReplaceConfirmationProps) {
  const { kind, userCount, open, onClose, onReplace, trigger } = props;
  return (
    <Popover
      title={userCount === 0 ? 'Replace all?' : `Replace ${usersText(kind, userCount)}?`}
      open={open}
      onOpenChange={(next) => next || onClose()}
      className="w-[280px]"
      trigger={trigger}
    >
      <p className="text-fg-2">Removes all other users. This can't be undone.</p>
      <div className="mt-3 flex gap-2">
        {/* First, so that an extra key press removes no one. */}
        <Button onClick={onClose}>Cancel</Button>
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
    add: 'Keeps existing members',
    remove: 'Ignores non-members',
    replace: 'Removes all others',
  },
  trait: {
    add: 'Overwrites existing values',
    remove: 'Ignores users without value',
    replace: 'Removes all others',
  },
};

export function ModeField({ kind, mode, onChange }: ModeFieldProps) {
  return (
    <div className="flex flex-col items-start gap-1">
      <Segmented<ChangeMode>
        label="Change"
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
  /** Number of IDs in the lines. */
  readonly count: number;
  readonly problem: string | undefined;
  readonly rows: number;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
  /** Overrides what Mod+Enter does on the page. */
  readonly onModEnter?: () => void;
}

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
      label="User IDs"
      error={problem}
      hint="One per line"
      aside={count > 0 && <span className="tabular-nums">{formatCount(count)}</span>}
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
