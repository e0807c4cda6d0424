import type { FormEvent } from 'react';
import { core } from '#renderer/data/core.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { ChurnRequest } from '#shared/schemas/audience.ts';
import type { Computation } from '#shared/schemas/computation.ts';
import type { ChangeDraftState } from './change-draft.ts';
import { checked } from './field-problems.ts';
import { PatternFields } from './pattern-fields.tsx';
import { followWork, useBusyReason } from './user-work.ts';

interface ChurnFormProps {
  readonly computation: Computation;
  readonly state: ChangeDraftState;
}

/** Movement, so that the next sync has both to tell. */
export function ChurnForm({ computation, state: { draft, change } }: ChurnFormProps) {
  const { id, userCount } = computation;
  const { percent, newPattern: pattern, seed } = draft;
  const busyReason = useBusyReason(id);
  const { data, problems } = checked(ChurnRequest, { id, percent, pattern, seed });
  const inert =
    busyReason ??
    (userCount === 0
      ? 'There are no members yet'
      : data === null
        ? 'Mend the fields first'
        : undefined);
  const churn = (): void => {
    if (inert !== undefined || data === null) return;
    void followWork(id, `Churning ${percent} %`, (signal) =>
      core.audiences.members.churn(data, { signal }),
    );
    // The next churn takes others.
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
      <p className="pb-1.5 text-fg-2">
        Some members leave at random and as many new ones join, so that the next sync has both{' '}
        <code className="bytes">true</code> and <code className="bytes">false</code> to tell.
      </p>
      <Field label="Share" error={problems.percent} hint="Of the members, replaced.">
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
        <Button type="submit" disabledReason={inert}>
          Churn {percent ?? 0} %
        </Button>
      </div>
    </form>
  );
}
