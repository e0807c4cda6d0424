import { KeyRound } from 'lucide-react';
import { useController, useFormContext } from 'react-hook-form';
import { randomSecret } from '#renderer/components/random-secret.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { SecretField } from '#renderer/ui/secret-field.tsx';
import { sharedSecretWarning } from '#shared/schemas/destination.ts';
import type { DestinationDraft } from './destination-draft.ts';

export function SignatureCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field, fieldState } = useController({ control, name: 'sharedSecret' });
  return (
    <Card title="Signature" meta="HMAC-SHA1 of the body">
      <Field
        label="Shared secret"
        optional
        error={fieldState.error?.message}
        warning={sharedSecretWarning(field.value)}
        hint={
          field.value === ''
            ? 'Without a secret, requests carry no X-Signature.'
            : 'Requests carry X-Signature. The receiver needs this very secret to check it.'
        }
      >
        <div className="flex gap-1.5">
          <SecretField
            {...field}
            noun="shared secret"
            className="flex-1"
            placeholder="none: requests are not signed"
          />
          <Button icon={KeyRound} onClick={() => field.onChange(randomSecret())}>
            Generate
          </Button>
        </div>
      </Field>
    </Card>
  );
}
