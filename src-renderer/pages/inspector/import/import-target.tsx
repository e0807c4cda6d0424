import { TriangleAlert } from 'lucide-react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { formatCount } from '#shared/lib/format.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { ImportOrigin, ResendImport } from '#shared/schemas/resend-import.ts';
import { requestLabels } from './import-labels.ts';
import { choose, type TargetChoice, useImport } from './import-store.ts';

/** Where the requests go, and values for redacted headers. */
export function TargetFields({ imported }: { imported: ResendImport }) {
  const { choice } = useImport();
  const isResigned = choice.kind === 'webhook' && choice.signing === 're_sign';
  return (
    <>
      <div className="flex flex-col gap-2">
        <div>
          <Segmented
            label="Send to"
            segments={[
              { value: 'file', label: 'Original URLs' },
              { value: 'webhook', label: 'One webhook' },
            ]}
            value={choice.kind}
            onChange={(kind) => choose({ kind })}
          />
        </div>
        {choice.kind === 'file' ? <Origins imported={imported} /> : <Webhook />}
      </div>
      {!isResigned && imported.redactedHeaders.length > 0 && (
        <RedactedHeaders imported={imported} />
      )}
    </>
  );
}

function Origins({ imported }: { imported: ResendImport }) {
  const { choice } = useImport();
  const tick = (origin: string, isTicked: boolean): void =>
    choose({
      origins: isTicked
        ? [...choice.origins, origin]
        : choice.origins.filter((otherOrigin) => otherOrigin !== origin),
    });
  return (
    <>
      <p className="text-fg-2">Sends requests unchanged</p>
      <ul aria-label="Origins" className="flex flex-col gap-1.5">
        {imported.origins.map((origin) => (
          <li key={origin.origin}>
            <Checkbox
              checked={choice.origins.includes(origin.origin)}
              onChange={(isTicked) => tick(origin.origin, isTicked)}
              label={<OriginLabel origin={origin} />}
            />
          </li>
        ))}
      </ul>
      {imported.otherOrigins > 0 && (
        <p className="text-fg-2">
          {requestLabels(imported.otherOrigins)} to other origins can't be sent.
        </p>
      )}
      {imported.redactedUrls > 0 && (
        <p className="text-fg-2">
          {requestLabels(imported.redactedUrls)} with redacted URLs need a webhook.
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
          external
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
  const options = destinations.flatMap(({ id, name, ...webhooks }) =>
    webhooksOf(webhooks).map(({ url }) => ({
      value: optionOf({ destinationId: id, url }),
      label: url,
      hint: name,
      webhook: { destinationId: id, url },
    })),
  );
  if (options.length === 0) return <p className="text-fg-2">No destination has a webhook URL.</p>;
  return (
    <>
      <Select
        aria-label="Webhook"
        options={options}
        value={choice.webhook && optionOf(choice.webhook)}
        onChange={(value) =>
          choose({ webhook: options.find((option) => option.value === value)?.webhook ?? null })
        }
        placeholder="Choose a webhook…"
      />
      <div>
        <Segmented
          label="Headers and signature"
          segments={[
            { value: 're_sign', label: 'Sign again' },
            { value: 'as_is', label: 'Keep original' },
          ]}
          value={choice.signing}
          onChange={(signing) => choose({ signing })}
        />
      </div>
      <p className="text-fg-2">
        {choice.signing === 're_sign'
          ? 'With the headers and secret of the webhook'
          : 'With the original headers and X-Signature'}
      </p>
    </>
  );
}

function RedactedHeaders({ imported }: { imported: ResendImport }) {
  const { choice } = useImport();
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1.5 font-medium">Redacted headers</legend>
      {imported.redactedHeaders.map(({ name, requests }) => (
        <Field
          key={name}
          label={name}
          aside={`in ${requestLabels(requests)}`}
          hint="Omitted if empty"
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
      {imported.otherRedactedHeaders > 0 && (
        <p className="text-fg-2">
          {formatCount(imported.otherRedactedHeaders)} more redacted headers are omitted.
        </p>
      )}
    </fieldset>
  );
}
