import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

interface PatternFieldsProps {
  readonly pattern: string;
  readonly onPattern: (pattern: string) => void;
  readonly seed: number | null;
  readonly onSeed: (seed: number | null) => void;
  readonly problems: Readonly<Record<string, string>>;
}

/** How made-up users are called: the same pattern and seed make the same users again. */
export function PatternFields(props: PatternFieldsProps) {
  const { pattern, onPattern, seed, onSeed, problems } = props;
  return (
    <>
      <Field
        label="Id pattern"
        error={problems.pattern}
        hint="{n} counts, {random} is twelve letters and digits."
      >
        <TextField mono value={pattern} onChange={(event) => onPattern(event.target.value)} />
      </Field>
      <Field label="Seed" error={problems.seed} hint="The same seed makes the same again.">
        <NumberField value={seed} onChange={onSeed} min={0} max={2_147_483_647} />
      </Field>
    </>
  );
}
