import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { ProfileSelect } from '#renderer/connections/profile-select.tsx';
import { api } from '#renderer/kit/data/query-client.ts';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField, TextArea, TextField } from '#renderer/ui/text-field.tsx';
import { sharedSecretWarning } from '#shared/connections/destination.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { profileOf, signsAsSpecified } from '#shared/profiles/profiles.ts';
import { signatureLabel } from '#shared/profiles/text.ts';
import { CodeButton } from '../snippets.tsx';
import { copyDelivery, editInput, useVerify } from './verify-store.ts';

interface VerifyFieldsProps {
  readonly bodyField: RefObject<HTMLTextAreaElement | null>;
}

export function VerifyFields({ bodyField }: VerifyFieldsProps) {
  const { body, secret, observed, previousSecret, missing, profile: choice } = useVerify();
  const profile = profileOf({ profile: choice });
  const isSpecified = signsAsSpecified({ profile: choice });
  const fields = useRef<HTMLElement>(null);
  // Its code may come after the drawer was opened.
  useEffect(() => bodyField.current?.focus(), [bodyField]);
  useEffect(() => {
    if (missing === null) return;
    fields.current?.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus();
    useVerify.setState({ missing: null });
  }, [missing]);
  return (
    <section
      ref={fields}
      aria-label="Signature check input"
      className="flex min-h-0 flex-col bg-bg-1"
    >
      <ScrollRegion
        label="Fields"
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4 -outline-offset-2"
      >
        <Field label="Provider profile" hint={signatureLabel(profile.signature)}>
          <ProfileSelect signing profile={choice} onChange={(profile) => editInput({ profile })} />
        </Field>
        {!isSpecified && <RequestFields profile={profile} />}
        <Field label="Body" hint="Exact bytes. Pasting converts CRLF to LF">
          <TextArea
            mono
            ref={bodyField}
            rows={isSpecified ? 9 : 6}
            value={body}
            placeholder='{"version":1,"type":"track",…}'
            onChange={(event) => editInput({ body: event.target.value })}
          />
        </Field>
        <Field
          label="Shared secret"
          hint={
            isSpecified ? 'Used exactly as entered, in UTF-8' : 'Exactly as the provider shows it'
          }
          warning={sharedSecretWarning(secret)}
        >
          <div className="flex gap-1.5">
            <SecretField
              noun="shared secret"
              name="secret"
              value={secret}
              className="flex-1"
              onChange={(event) => editInput({ secret: event.target.value })}
            />
            <CodeButton profile={choice} />
          </div>
        </Field>
        <Field
          label="Signature"
          hint={
            isSpecified
              ? "X-Signature or your receiver's digest (hex, base64, prefixed)"
              : "Your receiver's digest. By default, the one in the headers."
          }
        >
          <TextField
            mono
            name="observed"
            value={observed}
            placeholder={isSpecified ? '4b7d53a2b3899d7497b94696adfcd0c44e31d76a' : undefined}
            onChange={(event) => useVerify.setState({ observed: event.target.value })}
          />
        </Field>
        <PreviousSecret value={previousSecret} />
      </ScrollRegion>
    </section>
  );
}

/** The parts of the request that other profiles sign or read. */
function RequestFields({ profile: { signature } }: { readonly profile: ProviderProfile }) {
  const { headers, url, method } = useVerify();
  const content = 'content' in signature ? signature.content : '';
  return (
    <>
      <Field label="Request headers" hint="One per line, with the signature">
        <TextArea
          mono
          rows={4}
          value={headers}
          placeholder={signature.kind === 'none' ? '' : `${signature.header}: …`}
          onChange={(event) => editInput({ headers: event.target.value })}
        />
      </Field>
      {content.includes('{url}') && (
        <Field label="URL" hint="As entered in the provider's settings">
          <TextField
            mono
            value={url}
            placeholder="https://example.com/webhook"
            onChange={(event) => editInput({ url: event.target.value })}
          />
        </Field>
      )}
      {content.includes('{method}') && (
        <Field label="Method">
          <TextField
            mono
            value={method}
            onChange={(event) => editInput({ method: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}

function PreviousSecret({ value }: { value: string }) {
  return (
    <div>
      <Disclosure
        title="Recently rotated the secret?"
        isOpen={value !== ''}
        className="pb-2 text-fg-2 hover:text-fg"
      >
        <Field label="Previous secret" optional hint="Tried besides all destinations' secrets">
          <SecretField
            noun="previous secret"
            // Opened to be filled in.
            autoFocus={value === ''}
            value={value}
            onChange={(event) => useVerify.setState({ previousSecret: event.target.value })}
          />
        </Field>
      </Disclosure>
    </div>
  );
}

/** Older deliveries can be opened from Deliveries. */
const maxOffered = 20;

const hasBody = ({ state }: DeliverySummary): boolean => state !== 'not_sent';

/** Undefined until loaded. */
export function useNewestDeliveries(): readonly DeliverySummary[] | undefined {
  const { data } = useQuery(api.deliveries.list.queryOptions({ input: { limit: maxOffered * 2 } }));
  return data?.items.filter(hasBody).slice(0, maxOffered);
}

/** Copies the fields from a delivery. */
export function DeliveryPicker() {
  const newestDeliveries = useNewestDeliveries();
  const newest = newestDeliveries ?? [];
  const selected = useVerify((state) => state.delivery);
  const options = newest.map(({ id, label, destinationName }) => ({
    value: String(id),
    label: `${id} · ${label}`,
    hint: `to ${destinationName}`,
  }));
  const isListed = newest.some(({ id }) => id === selected?.id);
  if (selected !== null && !isListed)
    options.push({
      value: String(selected.id),
      label: `${selected.id} · ${selected.label}`,
      hint: 'selected',
    });
  return (
    <Select
      aria-label="Copy from a delivery"
      options={options}
      value={selected === null ? null : String(selected.id)}
      onChange={(id) => void copyDelivery(Number(id))}
      placeholder={newestDeliveries?.length === 0 ? 'No deliveries yet' : 'Copy from a delivery'}
      disabled={options.length === 0}
      className="w-60 max-w-full"
    />
  );
}
