import { type ReactNode, useState } from 'react';
import { Field } from '#renderer/ui/field.tsx';
import { SecretField, TextField } from '#renderer/ui/text-field.tsx';

interface CertificationFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
  readonly mono?: boolean;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric';
  readonly isSecret?: boolean;
}

/** A setting of a certification. An empty field shows no error before it was left. */
export function CertificationField(props: CertificationFieldProps) {
  const { label, value, onChange, problem, hint, optional, isSecret = false, ...input } = props;
  const [isTouched, setTouched] = useState(false);
  const common = {
    value,
    onBlur: () => setTouched(true),
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange(event.target.value),
  };
  return (
    <Field
      label={label}
      optional={optional}
      error={isTouched || value !== '' ? problem : undefined}
      hint={hint}
    >
      {isSecret ? (
        <SecretField noun={label.toLowerCase()} {...common} />
      ) : (
        <TextField {...input} {...common} />
      )}
    </Field>
  );
}
