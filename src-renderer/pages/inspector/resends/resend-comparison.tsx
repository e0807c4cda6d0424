import type { ReactNode } from 'react';
import { durationText, webhookName } from '#renderer/components/delivery-labels.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { HostPath } from '#renderer/ui/inline-text.tsx';
import { exactTime } from '#renderer/ui/relative-time.ts';
import { blockedLabels, failureLabels } from '#shared/labels/attempt-result.ts';
import type { Attempt, AttemptResult, AttemptTimings } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import type { ResendDetail } from '#shared/schemas/resend.ts';
import { signingLabels } from './signings.ts';

interface Side {
  readonly at: number;
  readonly url: string;
  readonly status: number | null;
  readonly result: AttemptResult | null;
  readonly timings: AttemptTimings | null;
  readonly signature: string | null;
  readonly signed: string;
}

const signatureIn = (headers: HeaderLines): string | null =>
  headers.find(([name]) => name.toLowerCase() === 'x-signature')?.[1] ?? null;

function sideOfAttempt({ startedAt, url, response, result, timings, request }: Attempt): Side {
  const signature = signatureIn(request.headers);
  return {
    at: startedAt,
    url,
    status: response?.status ?? null,
    result,
    timings,
    signature,
    signed: signature === null ? 'not signed' : 'by the service',
  };
}

const fitLabels = {
  valid: 'right',
  invalid: 'wrong on purpose',
  unsigned: 'not signed',
  unknown: 'with a secret that is not known here',
} as const;

function sideOfResend(resend: ResendDetail): Side {
  const { signing, signatureFit, secretOrigin } = resend;
  const how = signing === 'valid' ? [] : [signingLabels[signing].label.toLowerCase()];
  const whose = secretOrigin === 'typed' ? ['with a typed secret'] : [];
  return {
    at: resend.sentAt,
    url: resend.url,
    status: resend.status,
    result: resend.attempt?.result ?? null,
    timings: resend.attempt?.timings ?? null,
    signature: signatureIn(resend.request.headers),
    signed: [fitLabels[signatureFit], ...how, ...whose].join(', '),
  };
}

function resultLabels(result: AttemptResult | null): string {
  if (result === null) return '–';
  if (result.outcome === 'failed') return failureLabels[result.code];
  if (result.outcome === 'blocked') return `blocked: ${blockedLabels[result.code]}`;
  return result.code === null ? 'delivered' : 'delivered, with a warning';
}

interface ResendComparisonProps {
  readonly original: Attempt | null;
  readonly resend: ResendDetail;
}

/** The attempt of the service and the request made by hand, line by line. */
export function ResendComparison({ original, resend }: ResendComparisonProps) {
  const before = original === null ? null : sideOfAttempt(original);
  const after = sideOfResend(resend);
  const row = (label: string, show: (side: Side) => ReactNode) => (
    <tr className="border-t border-line/60 align-top">
      <th scope="row" className="w-[92px] py-1.5 pl-3 text-left font-normal text-fg-2">
        {label}
      </th>
      <td className="px-2 py-1.5">{before === null ? '–' : show(before)}</td>
      <td className="px-2 py-1.5">{show(after)}</td>
    </tr>
  );
  return (
    <Card title="Beside the original" padded={false}>
      <table className="w-full table-fixed text-small [overflow-wrap:anywhere]">
        <thead>
          <tr className="text-small text-fg-2">
            <td className="w-[92px]" />
            <th scope="col" className="px-2 py-1.5 text-left font-medium">
              {before === null ? 'The delivery, not sent yet' : 'The delivery'}
            </th>
            <th scope="col" className="px-2 py-1.5 text-left font-medium">
              By hand
            </th>
          </tr>
        </thead>
        <tbody>
          {row('Status', ({ status }) => (
            <StatusCode code={status} />
          ))}
          {row('Came to', ({ result }) => resultLabels(result))}
          {row('Took', ({ timings }) => (timings === null ? '–' : durationText(timings.totalMs)))}
          {row('Sent', ({ at }) => (
            <span className="tabular-nums">{exactTime(at)}</span>
          ))}
          {row('To', ({ url }) => (
            <HostPath title={url}>{webhookName(url)}</HostPath>
          ))}
          {row('X-Signature', ({ signature, signed }) => (
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
