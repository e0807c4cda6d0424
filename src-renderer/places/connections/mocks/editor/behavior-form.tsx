import { KeyRound } from 'lucide-react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { randomSecret } from '#renderer/kit/forms/new-values.ts';
import {
  type PersistentForm,
  SaveButtons,
  useSaving,
} from '#renderer/kit/forms/persistent-form.tsx';
import { runCommand } from '#renderer/kit/keyboard/commands.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card, FoldedCard } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField, TextArea, TextField } from '#renderer/ui/text-field.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import { sharedSecretWarning } from '#shared/connections/destination.ts';
import { counted } from '#shared/kit/format.ts';
import { mockCertificates, mockTlsNames } from '#shared/mocks/certificates.ts';
import type { Mock, MockSettings, TlsFloor } from '#shared/mocks/mock.ts';
import { DestinationsCard, EndpointCard } from '../endpoint-cards.tsx';
import { EffectCard, EffectLine } from './effect-card.tsx';
import { ForwardCard } from './forward-card.tsx';
import { type MockDraft, rulesIn } from './mock-draft.ts';
import { StepsCard } from './steps-card.tsx';

const example = `[
  {
    "match": { "properties": { "orderId": "o-17" } },
    "status": 503
  }
]`;

/** Responses to matching requests, as JSON. */
function RulesCard() {
  const { control, register, formState } = useFormContext<MockDraft>();
  const rules = rulesIn(useWatch({ control, name: 'rules' }));
  const error = formState.errors.rules?.message;
  return (
    <FoldedCard
      title="Rules"
      value={
        rules === null ? 'invalid' : rules.length === 0 ? 'none' : counted(rules.length, 'rule')
      }
      isOpen={error !== undefined}
      actions={<LearnMore topic="rules" />}
    >
      <Field
        label="Rules as JSON"
        optional
        error={error}
        hint="Responses to matching requests. They take precedence over the steps"
      >
        <TextArea mono rows={8} spellCheck={false} placeholder={example} {...register('rules')} />
      </Field>
    </FoldedCard>
  );
}

interface BehaviorFormProps {
  /** Undefined for a new mock endpoint. */
  readonly mock?: Mock;
}

/** The settings of a mock endpoint, next to a summary. Uses the form of the provider. */
export function BehaviorForm({ mock }: BehaviorFormProps) {
  const { errors } = useFormState<MockDraft>();
  return (
    <div className="@container min-h-0 flex-1">
      <div className="flex h-full flex-col overflow-y-auto @xl:flex-row @xl:overflow-hidden">
        <EffectLine />
        <form
          aria-label="Behavior"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            runCommand('mock endpoint.save');
          }}
          className="flex min-h-0 flex-none flex-col gap-3 p-4 @xl:w-[60%] @xl:max-w-[672px] @xl:overflow-y-auto @xl:pr-2 [&>*]:flex-none"
        >
          {errors.root && (
            <Banner tone="bad" title="Can't save.">
              {errors.root.message}
            </Banner>
          )}
          <IdentityCard isNew={mock === undefined} />
          <ForwardCard />
          <StepsCard next={mock?.nextStep} />
          <RulesCard />
          <EndpointCard />
          <TlsCard />
          {/* Enter submits a form only if it has a submit button. */}
          <button type="submit" tabIndex={-1} className="sr-only" aria-hidden="true">
            Save
          </button>
        </form>
        <ScrollRegion
          label="Summary"
          className="flex min-w-0 flex-none flex-col gap-3 p-4 -outline-offset-2 @xl:flex-1 @xl:overflow-y-auto @xl:pl-2 [&>*]:flex-none"
        >
          <EffectCard />
          {mock !== undefined && <DestinationsCard mock={mock} />}
        </ScrollRegion>
      </div>
    </div>
  );
}

interface FormBarProps {
  readonly form: PersistentForm<MockDraft, MockSettings>;
  readonly title: string;
  readonly isNew?: boolean;
  /** Throws the core's errors. */
  readonly onSave: (settings: MockSettings) => Promise<void>;
}

export function FormBar({ form, isNew = false, ...props }: FormBarProps) {
  const saving = useSaving(form, {
    ...props,
    isNew,
    noun: 'mock endpoint',
    section: 'Mock endpoints',
  });
  const { isDirty } = saving;
  return (
    <>
      <span role="status" className="truncate text-small text-fg-2">
        {isDirty ? 'Unsaved draft' : isNew ? '' : 'Saved'}
      </span>
      <SaveButtons {...saving} />
    </>
  );
}

function TlsCard() {
  const { control } = useFormContext<MockDraft>();
  const tls = useController({ control, name: 'tls' });
  const floor = useController({ control, name: 'tlsFloor' });
  return (
    <Card
      title="TLS"
      meta={tls.field.value === 'none' ? 'http' : 'https'}
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
    </Card>
  );
}

function IdentityCard({ isNew }: { isNew: boolean }) {
  const { register, control, formState } = useFormContext<MockDraft>();
  const secret = useController({ control, name: 'secret' });
  const strict = useController({ control, name: 'strict' });
  const strictProblem = formState.errors.strict?.message;
  return (
    <Card title="Name and signature">
      <div className="flex flex-col gap-2">
        <Field label="Name" error={formState.errors.name?.message} hint="Part of its URL">
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
              ? "Signatures aren't checked"
              : 'Checks signatures of the raw and parsed body'
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
    </Card>
  );
}
