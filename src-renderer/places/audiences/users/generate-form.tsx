import type { FormEvent } from 'react';
import { core } from '#renderer/kit/data/core.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextArea, TextField } from '#renderer/ui/text-field.tsx';
import { ChurnRequest } from '#shared/audiences/audience.ts';
import {
  type Computation,
  type ComputationClass,
  GenerateRequest,
} from '#shared/audiences/computation.ts';
import { GenerateValuesRequest } from '#shared/audiences/trait.ts';
import { counted } from '#shared/kit/format.ts';
import {
  type ChangeDraft,
  type ChangeDraftState,
  checked,
  type FieldProblems,
  type ValueKind,
  valueMakerOf,
} from './change-draft.ts';
import { followWork, useBusyReason } from './user-work.ts';

interface GenerateFormProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
  readonly state: ChangeDraftState;
}

interface Prepared {
  readonly problems: FieldProblems;
  /** Null while a field is invalid. */
  readonly start: (() => Promise<void>) | null;
}

function prepare(kind: ComputationClass, id: string, draft: ChangeDraft): Prepared {
  const { count, pattern, seed } = draft;
  const title = `Generating ${counted(count ?? 0, 'user')}`;
  if (kind === 'audience') {
    const { data, problems } = checked(GenerateRequest, { id, count, pattern, seed });
    const start = (signal: AbortSignal) =>
      core.audiences.members.generate(data as GenerateRequest, { signal });
    return { problems, start: data && (() => followWork(id, title, start)) };
  }
  const maker = valueMakerOf(draft);
  const { data, problems } = checked(GenerateValuesRequest, {
    id,
    count,
    pattern,
    seed,
    value: maker.value,
  });
  const start = (signal: AbortSignal) =>
    core.traits.values.generate(data as GenerateValuesRequest, { signal });
  return {
    problems: { ...problems, ...maker.problems },
    start: data && maker.value !== null ? () => followWork(id, title, start) : null,
  };
}

export function GenerateForm({ kind, computation, state: { draft, change } }: GenerateFormProps) {
  const { id } = computation;
  const busyReason = useBusyReason(id);
  const { problems, start } = prepare(kind, id, draft);
  const disabledReason = busyReason ?? (start === null ? 'Fix the invalid fields' : undefined);
  return (
    <form
      noValidate
      aria-label="Generate"
      className="flex flex-col gap-1"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (disabledReason === undefined) void start?.();
      }}
    >
      <Field label="Count" error={problems.count} hint="Up to 1,000,000">
        <NumberField
          value={draft.count}
          onChange={(count) => change({ count })}
          min={1}
          max={1_000_000}
          unit="users"
        />
      </Field>
      <PatternFields
        pattern={draft.pattern}
        onPattern={(pattern) => change({ pattern })}
        seed={draft.seed}
        onSeed={(seed) => change({ seed })}
        problems={problems}
      />
      {kind === 'trait' && <ValueMakerFields draft={draft} onChange={change} problems={problems} />}
      <div className="mt-1">
        <Button type="submit" disabledReason={disabledReason}>
          Generate {counted(draft.count ?? 0, 'user')}
        </Button>
      </div>
    </form>
  );
}

interface ChurnFormProps {
  readonly computation: Computation;
  readonly state: ChangeDraftState;
}

/** Replaces some members, so that the next sync has additions and removals. */
export function ChurnForm({ computation, state: { draft, change } }: ChurnFormProps) {
  const { id, userCount } = computation;
  const { percent, newPattern: pattern, seed } = draft;
  const busyReason = useBusyReason(id);
  const { data, problems } = checked(ChurnRequest, { id, percent, pattern, seed });
  const disabledReason =
    busyReason ??
    (userCount === 0 ? 'No members yet' : data === null ? 'Fix the invalid fields' : undefined);
  const churn = (): void => {
    if (disabledReason !== undefined || data === null) return;
    void followWork(id, `Churning ${percent}%`, (signal) =>
      core.audiences.members.churn(data, { signal }),
    );
    // The next churn picks other members.
    change({ seed: (seed ?? 0) + 1 });
  };
  return (
    <form
      noValidate
      aria-label="Churn"
      className="flex flex-col gap-1"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        churn();
      }}
    >
      <p className="pb-1.5 text-fg-2">Replaces random members with new ones.</p>
      <Field label="Share" error={problems.percent}>
        <NumberField
          value={percent}
          onChange={(next) => change({ percent: next })}
          min={0}
          max={100}
          unit="%"
        />
      </Field>
      <PatternFields
        pattern={pattern}
        onPattern={(newPattern) => change({ newPattern })}
        seed={seed}
        onSeed={(next) => change({ seed: next })}
        problems={problems}
      />
      <div className="mt-1">
        <Button type="submit" disabledReason={disabledReason}>
          Churn {percent ?? 0}%
        </Button>
      </div>
    </form>
  );
}

interface PatternFieldsProps {
  readonly pattern: string;
  readonly onPattern: (pattern: string) => void;
  readonly seed: number | null;
  readonly onSeed: (seed: number | null) => void;
  readonly problems: Readonly<Record<string, string>>;
}

function PatternFields(props: PatternFieldsProps) {
  const { pattern, onPattern, seed, onSeed, problems } = props;
  return (
    <>
      <Field
        label="ID pattern"
        error={problems.pattern}
        hint="{n} is a number, {random} a random ID"
      >
        <TextField mono value={pattern} onChange={(event) => onPattern(event.target.value)} />
      </Field>
      <Field label="Seed" error={problems.seed} hint="Same seed, same users">
        <NumberField value={seed} onChange={onSeed} min={0} max={2_147_483_647} />
      </Field>
    </>
  );
}

interface ValueMakerFieldsProps {
  readonly draft: ChangeDraft;
  readonly onChange: (patch: Partial<ChangeDraft>) => void;
  readonly problems: FieldProblems;
}

function ValueMakerFields({ draft, onChange, problems }: ValueMakerFieldsProps) {
  return (
    <div className="flex flex-col items-start gap-1.5 pb-1">
      <span className="font-medium" aria-hidden="true">
        Values
      </span>
      <Segmented<ValueKind>
        label="Values"
        size="small"
        value={draft.valueKind}
        onChange={(valueKind) => onChange({ valueKind })}
        segments={[
          { value: 'number', label: 'Number' },
          { value: 'choice', label: 'Choice' },
          { value: 'boolean', label: 'true / false' },
        ]}
      />
      {draft.valueKind === 'number' && (
        <div className="grid w-full grid-cols-2 gap-2">
          <Field label="From" error={problems.min}>
            <NumberField value={draft.min} onChange={(min) => onChange({ min })} />
          </Field>
          <Field label="To" error={problems.max}>
            <NumberField value={draft.max} onChange={(max) => onChange({ max })} />
          </Field>
        </div>
      )}
      {draft.valueKind === 'choice' && (
        <Field
          label="Choices"
          className="w-full"
          error={problems.choices}
          hint="One JSON value per line"
        >
          <TextArea
            mono
            rows={3}
            value={draft.choices}
            onChange={(event) => onChange({ choices: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}
