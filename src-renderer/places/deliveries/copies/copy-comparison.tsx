import type { ReactNode } from 'react';
import { signingLabels } from '#renderer/requests/copy/signings.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { HostPath } from '#renderer/ui/inline-text.tsx';
import type { CopyDetail } from '#shared/deliveries/copy.ts';
import type { Attempt, AttemptResult, AttemptTimings } from '#shared/deliveries/delivery.ts';
import { codeLabel, webhookName } from '#shared/deliveries/text.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { formatDateTime } from '#shared/kit/format.ts';
import type { SignatureScheme } from '#shared/profiles/profile.ts';

interface Side {
  readonly at: number;
  readonly url: string;
  readonly status: number | null;
  readonly result: AttemptResult | null;
  readonly timings: AttemptTimings | null;
  readonly signature: string | null;
  readonly signed: string;
}

const valueIn = (headers: HeaderLines, wanted: string): string | null =>
  headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1] ?? null;

function sideOfAttempt(
  { startedAt, url, response, result, timings, request }: Attempt,
  header: string,
): Side {
  const signature = valueIn(request.headers, header);
  return {
    at: startedAt,
    url,
    status: response?.status ?? null,
    result,
    timings,
    signature,
    signed: signature === null ? 'not signed' : 'valid',
  };
}

const fitLabels = {
  valid: 'valid',
  invalid: 'deliberately wrong',
  unsigned: 'not signed',
  unknown: 'with an unknown secret',
} as const;

function sideOfCopy(copy: CopyDetail, header: string): Side {
  const { signing, signatureFit, secretOrigin } = copy;
  const signingText = signing === 'valid' ? [] : [signingLabels[signing].toLowerCase()];
  const secretText = secretOrigin === 'typed' ? ['with a custom secret'] : [];
  return {
    at: copy.sentAt,
    url: copy.url,
    status: copy.status,
    result: copy.attempt?.result ?? null,
    timings: copy.attempt?.timings ?? null,
    signature: valueIn(copy.request.headers, header),
    signed: [fitLabels[signatureFit], ...signingText, ...secretText].join(', '),
  };
}

function resultLabels(result: AttemptResult | null): string {
  if (result === null) return '–';
  return result.code === null ? 'accepted' : `${result.outcome}: ${codeLabel(result.code)}`;
}

interface CopyComparisonProps {
  readonly original: Attempt | null;
  readonly copy: CopyDetail;
  /** Of the delivery's destination. */
  readonly scheme: SignatureScheme;
}

/** The original attempt and the copy, line by line. */
export function CopyComparison({ original, copy, scheme }: CopyComparisonProps) {
  const header = scheme.kind === 'none' ? '' : scheme.header;
  const before = original === null ? null : sideOfAttempt(original, header);
  const after = sideOfCopy(copy, header);
  const row = (label: string, show: (side: Side) => ReactNode) => (
    <tr className="border-t border-line/60 align-top">
      <th scope="row" className="w-23 py-1.5 pl-3 text-left font-normal text-fg-2">
        {label}
      </th>
      <td className="px-2 py-1.5">{before === null ? '–' : show(before)}</td>
      <td className="px-2 py-1.5">{show(after)}</td>
    </tr>
  );
  return (
    <Card title="Compared with the original" padded={false}>
      <table className="w-full table-fixed text-small [overflow-wrap:anywhere]">
        <thead>
          <tr className="text-small text-fg-2">
            <td className="w-23" />
            <th scope="col" className="px-2 py-1.5 text-left font-medium">
              {before === null ? 'Delivery (not sent yet)' : 'Delivery'}
            </th>
            <th scope="col" className="px-2 py-1.5 text-left font-medium">
              Copy
            </th>
          </tr>
        </thead>
        <tbody>
          {row('Status', ({ status }) => (
            <StatusCode code={status} />
          ))}
          {row('Outcome', ({ result }) => resultLabels(result))}
          {row('Duration', ({ timings }) =>
            timings === null ? '–' : formatLatency(timings.totalMs),
          )}
          {row('Sent', ({ at }) => (
            <span className="tabular-nums">{formatDateTime(at)}</span>
          ))}
          {row('To', ({ url }) => (
            <HostPath title={url}>{webhookName(url)}</HostPath>
          ))}
          {header !== '' &&
            row(header, ({ signature, signed }) => (
              <>
                {signature !== null && <code className="bytes block">{signature}</code>}
                <span className="text-fg-2">{signed}</span>
              </>
            ))}
        </tbody>
      </table>
    </Card>
  );
}
