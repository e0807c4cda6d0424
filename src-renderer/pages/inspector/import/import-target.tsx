import { TriangleAlert } from 'lucide-react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { ImportOrigin, ResendImport } from '#shared/schemas/resend-import.ts';
import { requestLabels } from './import-labels.ts';
import { choose, type TargetChoice, useImport } from './import-store.ts';

/** Where the requests go, and what stands in the place of redacted headers. */
export function TargetFields({ told }: { told: ResendImport }) {
  const { choice } = useImport();
  const isAnew = choice.kind === 'webhook' && choice.signing === 're_sign';
  return (
    <>
      <div className="flex flex-col gap-2">
        <div>
          <Segmented
            label="Send to"
            segments={[
              { value: 'file', label: 'Where the file says' },
              { value: 'webhook', label: 'A webhook of mine' },
            ]}
            value={choice.kind}
            onChange={(kind) => choose({ kind })}
          />
        </div>
        {choice.kind === 'file' ? <Origins told={told} /> : <Webhook />}
      </div>
      {!isAnew && told.redactedHeaders.length > 0 && <RedactedHeaders told={told} />}
    </>
  );
}

function Origins({ told }: { told: ResendImport }) {
  const { choice } = useImport();
  const tick = (origin: string, isTicked: boolean): void =>
    choose({
      origins: isTicked
        ? [...choice.origins, origin]
        : choice.origins.filter((one) => one !== origin),
    });
  return (
    <>
      <p className="text-fg-2">
        With the bytes and headers of the file, signature included. Only what is ticked is sent to.
      </p>
      <ul aria-label="Origins" className="flex flex-col gap-1.5">
        {told.origins.map((one) => (
          <li key={one.origin}>
            <Checkbox
              checked={choice.origins.includes(one.origin)}
              onChange={(isTicked) => tick(one.origin, isTicked)}
              label={<OriginLabel origin={one} />}
            />
          </li>
        ))}
      </ul>
      {told.otherOrigins > 0 && (
        <p className="text-fg-2">
          {requestLabels(told.otherOrigins)} to further origins cannot be sent from one file.
        </p>
      )}
      {told.redactedUrls > 0 && (
        <p className="text-fg-2">
          {requestLabels(told.redactedUrls)} more, with a secret in the URL that was left out of the
          file: only to a webhook.
        </p>
      )}
    </>
  );
}

function OriginLabel({ origin: { origin, requests, loopback } }: { origin: ImportOrigin }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="bytes">{origin}</span>
      <span className="text-fg-2">{requestLabels(requests)}</span>
      {!loopback && (
        <span className="flex items-center gap-1 text-warn">
          <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
          leaves this machine
        </span>
      )}
    </span>
  );
}

const optionOf = ({ destinationId, url }: NonNullable<TargetChoice['webhook']>): string =>
  `${destinationId} ${url}`;

function Webhook() {
  const { choice } = useImport();
  const destinations = useItems(collections.destinations);
  const options = destinations.flatMap(({ id, name, ...rest }) =>
    webhooksOf(rest).map(({ url }) => ({
      value: optionOf({ destinationId: id, url }),
      label: url,
      hint: name,
      webhook: { destinationId: id, url },
    })),
  );
  if (options.length === 0)
    return (
      <p className="text-fg-2">No destination has a webhook URL yet: give one its URL first.</p>
    );
  return (
    <>
      <Select
        aria-label="Webhook"
        options={options}
        value={choice.webhook && optionOf(choice.webhook)}
        onChange={(value) =>
          choose({ webhook: options.find((one) => one.value === value)?.webhook ?? null })
        }
        placeholder="Choose a webhook…"
      />
      <div>
        <Segmented
          label="Headers and signature"
          segments={[
            { value: 're_sign', label: 'Signed anew' },
            { value: 'as_is', label: 'As in the file' },
          ]}
          value={choice.signing}
          onChange={(signing) => choose({ signing })}
        />
      </div>
      <p className="text-fg-2">
        {choice.signing === 're_sign'
          ? 'The bodies of the file, with the headers of the webhook, signed with its secret. Each body once.'
          : 'The bodies and the headers of the file, its X-Signature included. Each body once.'}
      </p>
    </>
  );
}

function RedactedHeaders({ told }: { told: ResendImport }) {
  const { choice } = useImport();
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1.5 font-medium">Headers that were redacted</legend>
      {told.redactedHeaders.map(({ name, requests }) => (
        <Field
          key={name}
          label={name}
          aside={`in ${requestLabels(requests)}`}
          hint="Left out when empty."
        >
          <TextField
            mono
            value={choice.headers[name] ?? ''}
            onChange={(event) =>
              choose({ headers: { ...choice.headers, [name]: event.target.value } })
            }
          />
        </Field>
      ))}
      {told.otherRedactedHeaders > 0 && (
        <p className="text-fg-2">
          {told.otherRedactedHeaders.toLocaleString('en')} more header lines that were redacted are
          left out.
        </p>
      )}
    </fieldset>
  );
}
