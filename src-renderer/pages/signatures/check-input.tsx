import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Eraser } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '#renderer/data/query-client.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField, TextArea, TextField } from '#renderer/ui/text-field.tsx';
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import { sharedSecretWarning } from '#shared/schemas/destination.ts';
import { type Language, languageNames, languages } from '#shared/schemas/signature.ts';
import { clearGiven, takeDelivery, typeGiven, useSignatures } from './signatures-store.ts';

type Choice = Language | 'any';

const languageOptions: readonly { value: Choice; label: string }[] = [
  { value: 'any', label: 'Any language' },
  ...languages.map((value) => ({ value, label: languageNames[value] })),
];

/** What is checked: pasted, or taken from a delivery. */
export function CheckInput() {
  const { body, secret, observed, previousSecret, language, missing } = useSignatures();
  const fields = useRef<HTMLElement>(null);
  useEffect(() => {
    if (missing === null) return;
    fields.current?.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus();
    useSignatures.setState({ missing: null });
  }, [missing]);
  return (
    <section
      ref={fields}
      aria-label="Signature check input"
      className="flex h-full min-h-0 flex-col bg-bg-1"
    >
      <header className="flex h-11 flex-none items-center gap-2 border-b border-line px-4">
        <div className="min-w-0 flex-1">
          <DeliveryPicker />
        </div>
        {/* Never disabled: the focus would be lost with the click. */}
        <IconButton icon={Eraser} label="Clear all fields" onClick={clearGiven} />
      </header>
      <ScrollRegion
        label="Fields"
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4 outline-offset-[-2px]"
      >
        <Field label="Body" hint="As it was sent. Pasting turns CR LF into LF.">
          <TextArea
            mono
            rows={9}
            value={body}
            placeholder='{"version":1,"type":"track",…}'
            onChange={(event) => typeGiven({ body: event.target.value })}
          />
        </Field>
        <Field
          label="Shared secret"
          hint="Used exactly as typed, as UTF-8."
          warning={sharedSecretWarning(secret)}
        >
          <SecretField
            noun="shared secret"
            name="secret"
            value={secret}
            onChange={(event) => typeGiven({ secret: event.target.value })}
          />
        </Field>
        <Field
          label="X-Signature, or what your receiver computed"
          hint="Hex, base64, with a prefix: as your receiver has it."
        >
          <TextField
            mono
            name="observed"
            value={observed}
            placeholder="4b7d53a2b3899d7497b94696adfcd0c44e31d76a"
            onChange={(event) => useSignatures.setState({ observed: event.target.value })}
          />
        </Field>
        <Field label="Your language" hint="Fixes are written for it.">
          <Select<Choice>
            options={languageOptions}
            value={language ?? 'any'}
            onChange={(choice) =>
              useSignatures.setState({ language: choice === 'any' ? null : choice })
            }
          />
        </Field>
        <PreviousSecret value={previousSecret} />
      </ScrollRegion>
    </section>
  );
}

/** Seldom needed, so only where it is asked for. */
function PreviousSecret({ value }: { value: string }) {
  const [asked, setAsked] = useState(value !== '');
  if (!asked)
    return (
      <p>
        <Button variant="quiet" icon={ChevronRight} onClick={() => setAsked(true)}>
          The secret was changed lately
        </Button>
      </p>
    );
  return (
    <Field
      label="Previous secret"
      optional
      hint="Tried as well. Those of all destinations are tried anyway."
    >
      <SecretField
        noun="previous secret"
        // Where the button was that asked for it.
        autoFocus={value === ''}
        value={value}
        onChange={(event) => useSignatures.setState({ previousSecret: event.target.value })}
      />
    </Field>
  );
}

/** As many as can be looked through; an older one is opened in the inspector, which leads here. */
const offered = 20;

const hasBody = ({ state }: DeliverySummary): boolean =>
  state !== 'filtered' && state !== 'excluded';

/** The newest deliveries, read again as they change; undefined until they are here. */
function useNewestDeliveries(): readonly DeliverySummary[] | undefined {
  const { data } = useQuery(api.deliveries.list.queryOptions({ input: { limit: offered * 2 } }));
  return data?.items.filter(hasBody).slice(0, offered);
}

function DeliveryPicker() {
  const read = useNewestDeliveries();
  const newest = read ?? [];
  const taken = useSignatures((state) => state.delivery);
  const options = newest.map(({ id, label, destinationName }) => ({
    value: String(id),
    label: `${id} · ${label}`,
    hint: `to ${destinationName}`,
  }));
  const isListed = newest.some(({ id }) => id === taken?.id);
  if (taken !== null && !isListed)
    options.push({ value: String(taken.id), label: `${taken.id} · ${taken.label}`, hint: 'taken' });
  return (
    <Select
      aria-label="Take from a delivery"
      options={options}
      value={taken === null ? null : String(taken.id)}
      onChange={(id) => void takeDelivery(Number(id))}
      placeholder={read?.length === 0 ? 'No deliveries yet' : 'Take from a delivery…'}
      disabled={options.length === 0}
      className="w-full"
    />
  );
}
