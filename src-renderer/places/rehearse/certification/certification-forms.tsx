import { type ReactNode, useState } from 'react';
import { ProfileSelect } from '#renderer/connections/profile-select.tsx';
import { collections, useCollection } from '#renderer/kit/data/collections.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField, TextField } from '#renderer/ui/text-field.tsx';
import { webhooksOf } from '#shared/connections/destination.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { publicKeyForm } from '#shared/profiles/secret.ts';
import { senderRun, setProfile, useCertifyForm, useSenderForm } from './certification-runs.ts';

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
function CertificationField(props: CertificationFieldProps) {
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

interface CertifyFieldsProps {
  readonly problems: Readonly<Record<string, string>>;
}

export function CertifyFields({ problems }: CertifyFieldsProps) {
  const { url, secret, headers, profile, expectReject, lookupUrl } = useCertifyForm();
  const headerCount = Object.keys(headers).length;
  return (
    <>
      <CertificationField
        label="URL"
        mono
        value={url}
        problem={problems.url}
        placeholder="http://127.0.0.1:3000/webhook"
        hint={
          headerCount === 0
            ? 'The test requests are sent to this URL.'
            : `Sends ${headerCount === 1 ? '1 static header' : `${headerCount} static headers`} of the URL`
        }
        onChange={(text) => useCertifyForm.setState({ url: text, headers: {} })}
      />
      <CertificationField
        label="Shared secret"
        isSecret
        value={secret}
        problem={problems.secret}
        hint="Use the secret of your server."
        onChange={(text) => useCertifyForm.setState({ secret: text })}
      />
      <Field label="Provider profile" hint="How requests are signed and responses judged">
        <ProfileSelect profile={profile} onChange={(choice) => setProfile(choice)} />
      </Field>
      <CertificationField
        label="Rejection statuses"
        optional
        mono
        value={expectReject}
        problem={problems.expectReject}
        placeholder="401, 403"
        hint="By default, any 4xx but 408 and 429"
        onChange={(text) => useCertifyForm.setState({ expectReject: text })}
      />
      <CertificationField
        label="Lookup URL"
        optional
        mono
        value={lookupUrl}
        problem={problems.lookupUrl}
        placeholder="http://127.0.0.1:3000/processed?id={messageId}"
        hint="Returns how many times {messageId} was processed"
        onChange={(text) => useCertifyForm.setState({ lookupUrl: text })}
      />
    </>
  );
}

export function WebhookPicker() {
  const { items: destinations, status } = useCollection(collections.destinations);
  const url = useCertifyForm((state) => state.url);
  const secret = useCertifyForm((state) => state.secret);
  const webhooks = destinations.flatMap((destination) =>
    webhooksOf(destination).map((webhook) => ({
      ...webhook,
      id: `${destination.id} ${webhook.url}`,
      name: destination.name,
      secret: destination.sharedSecret,
      profile: destination.profile,
    })),
  );
  const selected = webhooks.find((webhook) => webhook.url === url && webhook.secret === secret);
  return (
    <Select
      aria-label="Copy from a destination"
      options={webhooks.map(({ id, name, url }) => ({ value: id, label: name, hint: url }))}
      value={selected?.id ?? null}
      onChange={(id) => {
        const webhook = webhooks.find((webhook) => webhook.id === id);
        if (webhook === undefined) return;
        const { url, secret, headers } = webhook;
        useCertifyForm.setState({ url, secret, headers });
        setProfile(webhook.profile);
      }}
      placeholder={
        status === 'ready' && webhooks.length === 0
          ? 'No destination has a URL yet'
          : 'Copy from a destination'
      }
      disabled={webhooks.length === 0}
      className="w-full"
    />
  );
}

interface SenderFieldsProps {
  readonly problems: Readonly<Record<string, string>>;
}

export function SenderFields({ problems }: SenderFieldsProps) {
  const form = useSenderForm();
  const { signature } = profileOf(form);
  const keyForm = publicKeyForm(signature);
  const hasRotation = 'separator' in signature && signature.separator !== null;
  const field = (name: Exclude<keyof typeof form, 'profile' | 'off'>, problem: string = name) => ({
    value: form[name],
    problem: problems[problem],
    onChange: (value: string) => useSenderForm.setState({ [name]: value }),
  });
  return (
    <>
      <Field
        label="Provider profile"
        hint="Conventions that the sender must follow"
        aside={<LearnMore topic="certifySender" />}
      >
        <ProfileSelect
          profile={form.profile}
          onChange={(profile) => {
            useSenderForm.setState({ profile });
            // The results belong to the checks of another profile.
            senderRun.reset();
          }}
        />
      </Field>
      {signature.kind !== 'none' && (
        <CertificationField
          label={keyForm === null ? 'Secret' : 'Public key'}
          isSecret={keyForm === null}
          mono
          {...field('secret')}
          hint={keyForm ?? 'The sender signs requests with this secret'}
        />
      )}
      {hasRotation && (
        <CertificationField
          label="Previous secret"
          optional
          isSecret
          {...field('previousSecret')}
          hint="During rotation, the sender signs with both"
        />
      )}
      <CertificationField
        label="Trigger URL"
        optional
        mono
        {...field('triggerUrl')}
        placeholder="http://127.0.0.1:3000/send"
        hint="Hookwright asks this URL to send each message. Empty: you send them."
      />
      <CertificationField
        label="Clock URL"
        optional
        mono
        {...field('clockUrl')}
        placeholder="http://127.0.0.1:3000/clock"
        hint="Sets your sender's clock. Without it, retries take real time."
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(136px,1fr))] gap-4">
        <CertificationField
          label="Port"
          optional
          mono
          inputMode="numeric"
          {...field('port')}
          hint="By default, any free port"
        />
        <CertificationField
          label="HTTPS port"
          optional
          mono
          inputMode="numeric"
          {...field('tlsPort')}
          hint="First of four ports"
        />
      </div>
      <CertificationField
        label="Maximum time"
        optional
        {...field('maxTime', 'maxTimeMs')}
        hint="By default 1 min, 5 min with a clock, or 10 min without a trigger"
      />
    </>
  );
}
