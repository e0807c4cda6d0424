import { ProfileSelect } from '#renderer/components/profile-select.tsx';
import { collections, useCollection } from '#renderer/data/collections.ts';
import { Field } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { webhooksOf } from '#shared/schemas/destination.ts';
import { CertificationField } from './certification-field.tsx';
import { setProfile, useCertifyForm } from './certify-run.ts';

interface CertifyFieldsProps {
  readonly problems: Readonly<Record<string, string>>;
}

export function CertifyFields({ problems }: CertifyFieldsProps) {
  const { url, secret, headers, profile, expectReject, lookupUrl } = useCertifyForm();
  const headerCount = Object.keys(headers).length;
  return (
    <>
      <CertificationField
        label="Webhook URL"
        mono
        value={url}
        problem={problems.url}
        placeholder="http://127.0.0.1:3000/webhook"
        hint={
          headerCount === 0
            ? 'Receives the test requests'
            : `Sends ${headerCount === 1 ? '1 static header' : `${headerCount} static headers`} of the webhook`
        }
        onChange={(text) => useCertifyForm.setState({ url: text, headers: {} })}
      />
      <CertificationField
        label="Shared secret"
        isSecret
        value={secret}
        problem={problems.secret}
        hint="The receiver's secret"
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
        hint="By default, any 4xx"
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
        useCertifyForm.setState({
          url: webhook.url,
          secret: webhook.secret,
          headers: webhook.headers,
        });
        setProfile(webhook.profile);
      }}
      placeholder={
        status === 'ready' && webhooks.length === 0 ? 'No webhooks yet' : 'Copy from a destination'
      }
      disabled={webhooks.length === 0}
      className="w-full"
    />
  );
}
