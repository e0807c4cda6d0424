import { KeyRound } from 'lucide-react';
import { useController, useFormContext } from 'react-hook-form';
import { randomSecret } from '#renderer/components/random-secret.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { SecretField } from '#renderer/ui/secret-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { sharedSecretWarning } from '#shared/schemas/destination.ts';
import type { ReceiverDraft } from './receiver-draft.ts';

/** Its name, which is a part of its URL, and the signature that it expects. */
export function IdentityCard({ isNew }: { isNew: boolean }) {
  const { register, control, formState } = useFormContext<ReceiverDraft>();
  const secret = useController({ control, name: 'secret' });
  const strict = useController({ control, name: 'strict' });
  const strictProblem = formState.errors.strict?.message;
  return (
    <Card title="Name and signature">
      <div className="flex flex-col gap-2">
        <Field
          label="Name"
          error={formState.errors.name?.message}
          hint="The end of its URL: webhooks that use it must be changed along with it."
        >
          <TextField
            {...register('name')}
            mono
            placeholder="flaky"
            autoComplete="off"
            autoFocus={isNew}
          />
        </Field>
        <Field
          label="Expected secret"
          optional
          error={secret.fieldState.error?.message}
          warning={sharedSecretWarning(secret.field.value)}
          hint={
            secret.field.value === ''
              ? 'Without a secret, signatures are not checked.'
              : 'X-Signature is checked with it, over the raw bytes and over the parsed body.'
          }
        >
          <div className="flex gap-1.5">
            <SecretField
              {...secret.field}
              noun="expected secret"
              className="flex-1"
              placeholder="none: signatures are not checked"
            />
            <Button icon={KeyRound} onClick={() => secret.field.onChange(randomSecret())}>
              Generate
            </Button>
          </div>
        </Field>
        <Checkbox
          checked={strict.field.value}
          onChange={strict.field.onChange}
          label="Strict: answer 401 to a wrong or missing signature"
        />
        {strictProblem && (
          <p role="alert" className="text-small text-bad">
            {strictProblem}
          </p>
        )}
      </div>
    </Card>
  );
}
