/** The plan of an import, as text for the terminal. */
import { lineProblemText, skippedEntryLabels } from '#shared/labels/line-problems.ts';
import { counted, formatCount } from '#shared/lib/format.ts';
import type { ResendImport } from '#shared/schemas/resend-import.ts';

const requestsText = (count: number): string => counted(count, 'request', 'requests');

interface TargetOptions {
  /** The webhook that gets all requests; without it, the URLs in the file. */
  readonly to?: string;
  /** Keeps the headers and the signature of the file. */
  readonly asIs?: boolean;
}

const redactedHeaderLines = (resendImport: ResendImport): readonly string[] => [
  ...resendImport.redactedHeaders.map(
    ({ name, requests: count }) =>
      `  ${name} is redacted in ${requestsText(count)} and not sent; add it with --header`,
  ),
  ...(resendImport.otherRedactedHeaders > 0
    ? [
        `  ${formatCount(resendImport.otherRedactedHeaders)} more redacted header lines are not sent`,
      ]
    : []),
];

const toWebhookLines = (
  resendImport: ResendImport,
  to: string,
  asIs: boolean,
): readonly string[] => [
  `  ${requestsText(resendImport.bodies)} to ${to}, ${asIs ? 'with the headers and the signature of the file' : 're-signed'}`,
  // Re-signed requests have the webhook's headers instead of the file's.
  ...(asIs ? redactedHeaderLines(resendImport) : []),
];

const fileTargetLines = (resendImport: ResendImport): readonly string[] => [
  ...resendImport.origins.map(
    ({ origin, requests: count, loopback }) =>
      `  ${requestsText(count)} to ${origin}${loopback ? '' : ' (another machine)'}`,
  ),
  ...(resendImport.otherOrigins > 0
    ? [`  ${requestsText(resendImport.otherOrigins)} to other origins`]
    : []),
  ...(resendImport.redactedUrls > 0
    ? [
        `  ${requestsText(resendImport.redactedUrls)} with a redacted URL: can only be sent with --to`,
      ]
    : []),
  ...redactedHeaderLines(resendImport),
];

/** The contents of the file, and where its requests would be sent. */
export function importPlanLines(
  resendImport: ResendImport,
  { to, asIs = false }: TargetOptions = {},
): readonly string[] {
  const unit = resendImport.format === 'har' ? 'entries' : 'lines';
  const remainingCount = resendImport.badEntryCount - resendImport.badEntries.length;
  return [
    `${formatCount(resendImport.entries)} ${unit} read, ${requestsText(resendImport.bodies)} to send.`,
    ...resendImport.skippedEntries.map(
      ({ code, count }) => `  ${formatCount(count)} skipped: ${skippedEntryLabels[code]}`,
    ),
    ...resendImport.badEntries.map(
      ({ line, problem }) =>
        `  ${resendImport.format === 'har' ? 'Entry' : 'Line'} ${line}: ${lineProblemText(problem)}`,
    ),
    ...(remainingCount > 0 ? [`  and ${formatCount(remainingCount)} more that can't be sent`] : []),
    ...(to === undefined ? fileTargetLines(resendImport) : toWebhookLines(resendImport, to, asIs)),
  ];
}
