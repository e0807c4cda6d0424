import { type FormEvent, useRef, useState } from 'react';
import { showDone } from '#renderer/kit/actions/perform.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextArea, TextField } from '#renderer/ui/text-field.tsx';
import type { Computation } from '#shared/audiences/computation.ts';
import { UserId } from '#shared/kit/name.ts';
import { type ChangeDraftState, typedJson } from './change-draft.ts';
import { setValue } from './member-actions.ts';
import { importText, useBusyReason } from './user-work.ts';

interface TypeValuesFormProps {
  readonly computation: Computation;
  readonly state: ChangeDraftState;
}

export function TypeValuesForm(props: TypeValuesFormProps) {
  return (
    <>
      <OneValue {...props} />
      <PastedValues {...props} />
    </>
  );
}

function OneValue({ computation, state: { draft, change } }: TypeValuesFormProps) {
  const { userId, value } = draft;
  const [problems, setProblems] = useState<{ userId?: string; value?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;

  const setValues = async (): Promise<void> => {
    const typed = typedJson(value);
    const idProblem = UserId.safeParse(userId).error?.issues[0]?.message;
    if (idProblem !== undefined || 'problem' in typed)
      return setProblems({
        ...(idProblem === undefined ? {} : { userId: idProblem }),
        ...('problem' in typed ? { value: typed.problem } : {}),
      });
    setBusy(true);
    setProblems({});
    try {
      showDone(await setValue(computation, userId, typed.value));
      // Keeps what was typed in the meantime.
      change({
        ...(latest.current.userId === userId && { userId: '' }),
        ...(latest.current.value === value && { value: '' }),
      });
    } catch (error) {
      setProblems({ value: errorSentence(error) });
    }
    setBusy(false);
  };

  return (
    <form
      noValidate
      aria-label="Set value"
      className="flex flex-col gap-1"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void setValues();
      }}
    >
      <Field label="User ID" error={problems.userId}>
        <TextField
          mono
          value={userId}
          placeholder="user_1"
          onChange={(event) => change({ userId: event.target.value })}
        />
      </Field>
      <Field label="Value" error={problems.value} hint={'JSON, such as 42 or "pro"'}>
        <TextField
          mono
          value={value}
          placeholder="42"
          onChange={(event) => change({ value: event.target.value })}
        />
      </Field>
      <div className="mt-1">
        <Button type="submit" busy={isBusy}>
          Set value
        </Button>
      </div>
    </form>
  );
}

function PastedValues({ computation, state: { draft, change } }: TypeValuesFormProps) {
  const { lines } = draft;
  const isJson = lines.trimStart().startsWith('{');
  const busyReason = useBusyReason(computation.id);
  const disabledReason = busyReason ?? (lines.trim() === '' ? 'Paste lines' : undefined);
  const apply = async (): Promise<void> => {
    if (disabledReason !== undefined) return;
    const isAccepted = await importText({ kind: 'trait', id: computation.id }, 'add', {
      title: 'Pasted lines',
      bytes: new Blob([lines]),
      format: isJson ? 'jsonl' : 'csv',
    });
    if (isAccepted) change({ lines: '' });
  };
  return (
    <form
      noValidate
      aria-label="Paste values"
      className="flex flex-col gap-1 border-t border-line pt-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void apply();
      }}
    >
      <Field
        label="Multiple values"
        hint={
          isJson ? 'One JSON object per line' : 'One user_id,value pair or JSON object per line'
        }
      >
        <TextArea
          mono
          rows={4}
          value={lines}
          readOnly={busyReason !== undefined}
          placeholder={'user_1,42\nuser_2,17'}
          onChange={(event) => change({ lines: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void apply();
          }}
        />
      </Field>
      <div className="mt-1">
        <Button type="submit" shortcut="Mod+Enter" disabledReason={disabledReason}>
          Set values
        </Button>
      </div>
    </form>
  );
}
