import type { FormEvent } from 'react';
import { core } from '#renderer/data/core.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import {
  type Computation,
  type ComputationClass,
  GenerateRequest,
} from '#shared/schemas/computation.ts';
import { GenerateValuesRequest } from '#shared/schemas/trait.ts';
import { counted } from '../audience-labels.ts';
import type { ChangeDraft, ChangeDraftState } from './change-draft.ts';
import { checked, type FieldProblems } from './field-problems.ts';
import { PatternFields } from './pattern-fields.tsx';
import { followWork, useBusyReason } from './user-work.ts';
import { valueMakerOf } from './value-maker.ts';
import { ValueMakerFields } from './value-maker-fields.tsx';

interface GenerateFormProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
  readonly state: ChangeDraftState;
}

interface Prepared {
  readonly problems: FieldProblems;
  /** Null while something is refused. */
  readonly begin: (() => Promise<void>) | null;
}

function prepare(kind: ComputationClass, id: string, draft: ChangeDraft): Prepared {
  const { count, pattern, seed } = draft;
  const title = `Making up ${counted(count ?? 0, 'user', 'users')}`;
  if (kind === 'audience') {
    const { data, problems } = checked(GenerateRequest, { id, count, pattern, seed });
    const begin = (signal: AbortSignal) =>
      core.audiences.members.generate(data as GenerateRequest, { signal });
    return { problems, begin: data && (() => followWork(id, title, begin)) };
  }
  const maker = valueMakerOf(draft);
  const { data, problems } = checked(GenerateValuesRequest, {
    id,
    count,
    pattern,
    seed,
    value: maker.value,
  });
  const begin = (signal: AbortSignal) =>
    core.traits.values.generate(data as GenerateValuesRequest, { signal });
  return {
    problems: { ...problems, ...maker.problems },
    begin: data && maker.value !== null ? () => followWork(id, title, begin) : null,
  };
}

/** Users who do not exist, as many as are needed. */
export function GenerateForm({ kind, computation, state: { draft, change } }: GenerateFormProps) {
  const { id } = computation;
  const busyReason = useBusyReason(id);
  const { problems, begin } = prepare(kind, id, draft);
  const inert = busyReason ?? (begin === null ? 'Mend the fields first' : undefined);
  return (
    <form
      noValidate
      aria-label="Generate"
      className="flex flex-col gap-1"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (inert === undefined) void begin?.();
      }}
    >
      <Field label="Count" error={problems.count} hint="Up to 1,000,000.">
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
        <Button type="submit" disabledReason={inert}>
          Generate {counted(draft.count ?? 0, 'user', 'users')}
        </Button>
      </div>
    </form>
  );
}
