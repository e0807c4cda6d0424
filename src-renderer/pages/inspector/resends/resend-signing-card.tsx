import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField } from '#renderer/ui/text-field.tsx';
import { sharedSecretWarning } from '#shared/schemas/destination.ts';
import { signings } from '#shared/schemas/resend.ts';
import type { ResendDraft } from './resend-draft.ts';
import type { ResendIssues } from './resend-issues.ts';
import { signingLabels } from './signings.ts';

interface ResendSigningCardProps {
  readonly draft: ResendDraft;
  /** The destination's; undefined when it was deleted. */
  readonly ownSecret: string | undefined;
  readonly issues: ResendIssues;
  readonly onType: (draft: ResendDraft) => void;
}

const options = signings.map((value) => ({
  value,
  label: signingLabels[value].label,
  hint: signingLabels[value].what,
}));

function secretHint({ secret }: ResendDraft, ownSecret: string | undefined): string {
  if (secret !== null) return 'Typed for this request alone: it is used as typed, and not kept.';
  if (ownSecret === undefined) return 'The one of its deleted destination, until another is typed.';
  return ownSecret === '' ? 'Its destination has none.' : 'The one of its destination.';
}

/** The secret, and how it is used, or misused. */
export function ResendSigningCard({ draft, ownSecret, issues, onType }: ResendSigningCardProps) {
  const { what, finds } = signingLabels[draft.signing];
  const secret = draft.secret ?? ownSecret ?? '';
  return (
    <Card title="Signature">
      <div className="grid gap-2">
        <Field label="X-Signature" hint={`${what} ${finds}`}>
          <Select
            options={options}
            value={draft.signing}
            onChange={(signing) => onType({ ...draft, signing })}
          />
        </Field>
        <Field
          label="Secret"
          error={issues.secret}
          warning={draft.secret === null ? undefined : sharedSecretWarning(secret)}
          hint={secretHint(draft, ownSecret)}
        >
          <SecretField
            noun="secret"
            value={secret}
            onChange={({ target }) =>
              onType({ ...draft, secret: target.value === ownSecret ? null : target.value })
            }
          />
        </Field>
      </div>
    </Card>
  );
}
