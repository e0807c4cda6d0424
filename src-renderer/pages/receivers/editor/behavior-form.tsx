import { KeyRound } from 'lucide-react';
import { useController, useFormContext, useFormState } from 'react-hook-form';
import { LearnMore } from '#renderer/components/learn-more.tsx';
import {
  type PersistentForm,
  SaveButtons,
  useSaving,
} from '#renderer/components/persistent-form.tsx';
import { randomSecret } from '#renderer/components/random-secret.ts';
import { runCommand } from '#renderer/keyboard/commands.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField, TextField } from '#renderer/ui/text-field.tsx';
import { receiverTlsKinds, receiverTlsNames } from '#shared/lib/receiver-names.ts';
import { sharedSecretWarning } from '#shared/schemas/destination.ts';
import type { Receiver, ReceiverSettings, TlsFloor } from '#shared/schemas/receiver.ts';
import { DestinationsCard } from '../destinations-card.tsx';
import { EndpointCard } from '../endpoint-card.tsx';
import { tlsTitles } from './behavior-labels.ts';
import { EffectCard, EffectLine } from './effect-card.tsx';
import type { ReceiverDraft } from './receiver-draft.ts';
import { StepsCard } from './steps-card.tsx';

interface BehaviorFormProps {
  /** Undefined while there is none yet. */
  readonly receiver?: Receiver;
}

/** What a receiver does, in a form, and beside it in words. The form is that of the provider. */
export function BehaviorForm({ receiver }: BehaviorFormProps) {
  const { errors } = useFormState<ReceiverDraft>();
  return (
    <div className="@container min-h-0 flex-1">
      <div className="flex h-full flex-col overflow-y-auto @xl:flex-row @xl:overflow-hidden">
        <EffectLine />
        <form
          aria-label="Behaviour"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            runCommand('receiver.save');
          }}
          className="flex min-h-0 flex-none flex-col gap-3 p-4 @xl:w-[60%] @xl:max-w-[672px] @xl:overflow-y-auto @xl:pr-2 [&>*]:flex-none"
        >
          {errors.root && (
            <Banner tone="bad" title="It was not saved.">
              {errors.root.message}
            </Banner>
          )}
          <IdentityCard isNew={receiver === undefined} />
          <StepsCard next={receiver?.nextStep} />
          <EndpointCard />
          <TlsCard />
          {/* Enter in a field sends a form only when there is a submit button in it. */}
          <button type="submit" tabIndex={-1} className="sr-only" aria-hidden="true">
            Save
          </button>
        </form>
        <ScrollRegion
          label="What it does"
          className="flex min-w-0 flex-none flex-col gap-3 p-4 outline-offset-[-2px] @xl:flex-1 @xl:overflow-y-auto @xl:pl-2 [&>*]:flex-none"
        >
          <EffectCard />
          {receiver !== undefined && <DestinationsCard receiver={receiver} />}
        </ScrollRegion>
      </div>
    </div>
  );
}

interface FormBarProps {
  readonly form: PersistentForm<ReceiverDraft, ReceiverSettings>;
  readonly title: string;
  readonly isNew?: boolean;
  /** Throws what the core refuses. */
  readonly onSave: (settings: ReceiverSettings) => Promise<void>;
}

/** How what is typed stands to what is saved, and what saves it. */
export function FormBar({ form, isNew = false, ...props }: FormBarProps) {
  const saving = useSaving(form, { ...props, isNew, noun: 'receiver', section: 'Receivers' });
  const { isDirty, justSaved } = saving;
  return (
    <>
      <span role="status" className="truncate text-small text-fg-2">
        {isDirty ? 'Not saved yet' : justSaved ? 'Saved' : isNew ? '' : 'Everything is saved'}
      </span>
      <SaveButtons {...saving} />
    </>
  );
}

/** Whether it is reached over https, with which certificate. */
function TlsCard() {
  const { control } = useFormContext<ReceiverDraft>();
  const tls = useController({ control, name: 'tls' });
  const floor = useController({ control, name: 'tlsFloor' });
  return (
    <Card
      title="TLS"
      meta={tls.field.value === 'none' ? 'http' : 'https'}
      actions={<LearnMore topic="certificates" />}
    >
      <div className="flex flex-col gap-1.5">
        <Field
          label="Certificate"
          error={tls.fieldState.error?.message}
          hint={receiverTlsKinds[tls.field.value]}
        >
          <Select
            value={tls.field.value}
            onChange={tls.field.onChange}
            options={receiverTlsNames.map((value) => ({
              value,
              label: tlsTitles[value],
              hint: receiverTlsKinds[value],
            }))}
          />
        </Field>
        {tls.field.value !== 'none' && (
          <div className="flex items-center gap-2.5">
            <span className="font-medium">Oldest TLS version</span>
            <Segmented<TlsFloor>
              label="Oldest TLS version"
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

/** Its name, which is a part of its URL, and the signature that it expects. */
function IdentityCard({ isNew }: { isNew: boolean }) {
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
