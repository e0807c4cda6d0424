import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { usesMock } from '#renderer/connections/mock-of.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { randomSecret } from '#renderer/kit/forms/new-values.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { CodeButton } from '#renderer/signatures/snippets.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField, TextField } from '#renderer/ui/text-field.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import { type ProfileChoice, sharedSecretWarning } from '#shared/connections/destination.ts';
import { mockCertificates, mockTlsNames } from '#shared/mocks/certificates.ts';
import type { Mock, TlsFloor } from '#shared/mocks/mock.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { FoldedSection } from '../../editor/section.tsx';
import { BehaviorSection } from './behavior-section.tsx';
import { ForwardCard } from './forward-card.tsx';
import type { MockDraft } from './mock-draft.ts';

interface BehaviorFormProps {
  /** Undefined for a new mock endpoint. */
  readonly mock?: Mock | undefined;
  readonly onSubmit: () => void;
  /** Between what it does and its other settings. */
  readonly children?: ReactNode;
}

/** The settings of a mock endpoint. Uses the form of the provider. */
export function BehaviorForm({ mock, onSubmit, children }: BehaviorFormProps) {
  const isNew = mock === undefined;
  return (
    <form
      aria-label="Settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex flex-none flex-col border-t border-line first:border-t-0"
    >
      {isNew && <NameSection isNew />}
      <BehaviorSection mock={mock} />
      <SignatureSection mock={mock} />
      {children}
      <ForwardCard />
      <TlsCard />
      {!isNew && <NameSection isNew={false} />}
      {/* Enter submits a form only if it has a submit button. */}
      <button type="submit" tabIndex={-1} className="sr-only" aria-hidden="true">
        Save
      </button>
    </form>
  );
}

function TlsCard() {
  const { control } = useFormContext<MockDraft>();
  const tls = useController({ control, name: 'tls' });
  const floor = useController({ control, name: 'tlsFloor' });
  return (
    <FoldedSection
      title="Certificate"
      value={mockCertificates[tls.field.value].title}
      actions={<LearnMore topic="mockCertificates" />}
    >
      <div className="flex flex-col gap-1.5">
        <Field
          label="Certificate"
          error={tls.fieldState.error?.message}
          hint={mockCertificates[tls.field.value].about}
        >
          <Select
            value={tls.field.value}
            onChange={tls.field.onChange}
            options={mockTlsNames.map((value) => ({
              value,
              label: mockCertificates[value].title,
              hint: mockCertificates[value].about,
            }))}
          />
        </Field>
        {tls.field.value !== 'none' && (
          <div className="flex items-center gap-2.5">
            <span className="font-medium">Minimum TLS version</span>
            <Segmented<TlsFloor>
              label="Minimum TLS version"
              size="small"
              value={floor.field.value}
              onChange={floor.field.onChange}
              segments={[
                { value: '1.2', label: '1.2' },
                { value: '1.3', label: '1.3' },
              ]}
            />
          </div>
        )}
      </div>
    </FoldedSection>
  );
}

const signatureValue = (secret: string, isStrict: boolean): string =>
  secret === ''
    ? 'Not checked'
    : isStrict
      ? 'Returns 401 to invalid signatures'
      : 'Checked, without an effect on the response';

/** By which signatures are checked: of the first signing destination that sends to the mock endpoint. */
function useSenderProfile(mock: Mock | undefined): ProfileChoice {
  const sender = useItems(collections.destinations).find(
    (destination) =>
      mock !== undefined &&
      usesMock(destination, mock) &&
      profileOf(destination).signature.kind !== 'none',
  );
  return sender?.profile ?? defaultProfileId;
}

function NameSection({ isNew }: { readonly isNew: boolean }) {
  const { register, control, formState } = useFormContext<MockDraft>();
  const name = useWatch({ control, name: 'name' });
  const error = formState.errors.name?.message;
  return (
    <FoldedSection title="Name" value={name} isOpen={isNew || error !== undefined}>
      <Field label="Name" error={error} hint="It is part of the URL.">
        <TextField
          {...register('name')}
          mono
          placeholder="flaky"
          autoComplete="off"
          autoFocus={isNew}
        />
      </Field>
    </FoldedSection>
  );
}

function SignatureSection({ mock }: Pick<BehaviorFormProps, 'mock'>) {
  const profile = useSenderProfile(mock);
  const { control, formState } = useFormContext<MockDraft>();
  const secret = useController({ control, name: 'secret' });
  const strict = useController({ control, name: 'strict' });
  const strictProblem = formState.errors.strict?.message;
  return (
    <FoldedSection
      title="Signature"
      value={signatureValue(secret.field.value, strict.field.value)}
      isOpen={strictProblem !== undefined || secret.fieldState.error !== undefined}
    >
      <div className="flex flex-col gap-2">
        <Field
          label="Expected secret"
          optional
          error={secret.fieldState.error?.message}
          warning={sharedSecretWarning(secret.field.value)}
          hint={
            secret.field.value === ''
              ? "Without it, signatures aren't checked."
              : 'Signatures of the raw and of the parsed body are checked.'
          }
        >
          <div className="flex gap-1.5">
            <SecretField
              {...secret.field}
              noun="expected secret"
              className="flex-1"
              placeholder="None"
            />
            <Button icon={KeyRound} onClick={() => secret.field.onChange(randomSecret())}>
              Generate
            </Button>
            <CodeButton profile={profile} />
          </div>
        </Field>
        <Checkbox
          checked={strict.field.value}
          onChange={strict.field.onChange}
          label="Return 401 to invalid signatures"
        />
        {strictProblem && (
          <p role="alert" className="text-small text-bad">
            {strictProblem}
          </p>
        )}
      </div>
    </FoldedSection>
  );
}
