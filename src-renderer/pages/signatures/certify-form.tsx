import { useState } from 'react';
import { collections, useCollection } from '#renderer/data/collections.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField, TextField } from '#renderer/ui/text-field.tsx';
import { webhooksOf } from '#shared/schemas/destination.ts';
import { type CheckedForm, useCertifyForm } from './certify-run.ts';
import { ProfileSelect } from './profile-select.tsx';

interface CertifyFormProps {
  readonly checked: CheckedForm;
  readonly running: boolean;
  readonly problem: string | undefined;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

export function CertifyForm({ checked, running, problem, onStart, onCancel }: CertifyFormProps) {
  const { url, secret, headers, profile, expectReject, lookupUrl } = useCertifyForm();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = (name: string) => () => setTouched((before) => new Set([...before, name]));
  // Empty fields show no error before they were touched.
  const errorOf = (name: string, value: string) =>
    touched.has(name) || value !== '' ? checked.problems[name] : undefined;
  const headerCount = Object.keys(headers).length;
  return (
    <section aria-label="Receiver" className="flex h-full min-h-0 flex-col bg-bg-1">
      <header className="flex h-11 flex-none items-center border-b border-line px-4">
        <WebhookPicker />
      </header>
      <ScrollRegion
        label="Certification settings"
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4 -outline-offset-2"
      >
        <Field
          label="Webhook URL"
          error={errorOf('url', url)}
          hint={
            headerCount === 0
              ? undefined
              : `Sends ${headerCount === 1 ? '1 static header' : `${headerCount} static headers`} of the webhook`
          }
        >
          <TextField
            mono
            value={url}
            placeholder="http://127.0.0.1:3000/webhook"
            onBlur={touch('url')}
            onChange={(event) => useCertifyForm.setState({ url: event.target.value, headers: {} })}
          />
        </Field>
        <Field label="Shared secret" error={errorOf('secret', secret)} hint="The receiver's secret">
          <SecretField
            noun="shared secret"
            value={secret}
            onBlur={touch('secret')}
            onChange={(event) => useCertifyForm.setState({ secret: event.target.value })}
          />
        </Field>
        <Field label="Provider profile">
          <ProfileSelect
            profile={profile}
            onChange={(choice) => useCertifyForm.setState({ profile: choice })}
          />
        </Field>
        <Field
          label="Rejection statuses"
          optional
          error={errorOf('expectReject', expectReject)}
          hint="Any 4xx if empty"
        >
          <TextField
            mono
            value={expectReject}
            placeholder="401, 403"
            onChange={(event) => useCertifyForm.setState({ expectReject: event.target.value })}
          />
        </Field>
        <Field
          label="Lookup URL"
          optional
          error={errorOf('lookupUrl', lookupUrl)}
          hint="Returns how many times {messageId} was processed"
        >
          <TextField
            mono
            value={lookupUrl}
            placeholder="http://127.0.0.1:3000/processed?id={messageId}"
            onChange={(event) => useCertifyForm.setState({ lookupUrl: event.target.value })}
          />
        </Field>
      </ScrollRegion>
      <footer className="flex flex-none flex-wrap items-center gap-2 border-t border-line p-4">
        <Button
          variant="primary"
          busy={running}
          disabledReason={problem}
          shortcut="Mod+Enter"
          onClick={onStart}
        >
          Certify
        </Button>
        {running && <Button onClick={onCancel}>Cancel</Button>}
        <span className="min-w-44 flex-1 text-small text-fg-2">
          Not counted; sent as user hookwright-certification
        </span>
      </footer>
    </section>
  );
}

function WebhookPicker() {
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
        useCertifyForm.setState({
          url: webhook.url,
          secret: webhook.secret,
          headers: webhook.headers,
          profile: webhook.profile,
        });
      }}
      placeholder={
        status === 'ready' && webhooks.length === 0 ? 'No webhooks yet' : 'Copy from a destination'
      }
      disabled={webhooks.length === 0}
      className="w-full"
    />
  );
}
