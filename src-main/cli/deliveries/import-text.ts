/** The plan and the result of an import, as text for the terminal. */
import { lineProblemText, skippedEntryLabels } from '#shared/labels/line-problems.ts';
import { storageProblemText } from '#shared/labels/problems.ts';
import { counted, formatCount } from '#shared/lib/format.ts';
import type { ResendImport } from '#shared/schemas/resend-import.ts';

const requestsText = (count: number): string => counted(count, 'request', 'requests');

/** Text from the file, without characters that control a terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');

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
  `  ${requestsText(resendImport.bodies)} to ${printable(to)}, ${asIs ? 'with the headers and the signature of the file' : 're-signed'}`,
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
export function importPlanText(
  resendImport: ResendImport,
  { to, asIs = false }: TargetOptions = {},
): string {
  const unit = resendImport.format === 'har' ? 'entries' : 'lines';
  const rest = resendImport.badEntryCount - resendImport.badEntries.length;
  return [
    `${formatCount(resendImport.entries)} ${unit} read, ${requestsText(resendImport.bodies)} to send.`,
    ...resendImport.skippedEntries.map(
      ({ code, count }) => `  ${formatCount(count)} skipped: ${skippedEntryLabels[code]}`,
    ),
    ...resendImport.badEntries.map(
      ({ line, problem }) =>
        `  ${resendImport.format === 'har' ? 'Entry' : 'Line'} ${line}: ${printable(lineProblemText(problem))}`,
    ),
    ...(rest > 0 ? [`  and ${formatCount(rest)} more that can't be sent`] : []),
    ...(to === undefined ? fileTargetLines(resendImport) : toWebhookLines(resendImport, to, asIs)),
  ].join('\n');
}

/** Requests without an outcome: in flight when Hookwright stopped, or waiting for a response. */
function openText({ sent, delivered, failed, blocked, interrupted }: ResendImport): string {
  const waiting = sent - delivered - failed - blocked - interrupted;
  return [
    ...(interrupted > 0 ? [`, ${formatCount(interrupted)} interrupted`] : []),
    ...(waiting > 0 ? [`, ${formatCount(waiting)} without a response`] : []),
  ].join('');
}

function resumeLines(resendImport: ResendImport, where: readonly string[]): readonly string[] {
  const { id, state, sent, toSend, interrupted } = resendImport;
  if (state !== 'interrupted') return [];
  const command = ['hookwright deliveries resume-import', id, ...where].join(' ');
  const again = `${command} --resend-interrupted`;
  return [
    ...(sent < toSend || interrupted === 0 ? [`  Send the rest with: ${command}`] : []),
    ...(interrupted === 0
      ? []
      : [
          `  Send ${sent < toSend ? 'the rest, and interrupted requests again,' : 'interrupted requests again'} with: ${again}`,
          '  The receiver may get interrupted requests twice.',
        ]),
  ];
}

/** The result; `where` are the options that select the same host for `resume-import`. */
export const importDoneText = (resendImport: ResendImport, where: readonly string[]): string =>
  [
    `${formatCount(resendImport.sent)} of ${requestsText(resendImport.toSend)} sent${resendImport.state === 'done' ? '' : ` (${resendImport.state})`}.`,
    `  ${formatCount(resendImport.delivered)} delivered, ${formatCount(resendImport.failed)} failed, ${formatCount(resendImport.blocked)} blocked${openText(resendImport)}.`,
    ...(resendImport.problem === null ? [] : [`  ${storageProblemText(resendImport.problem)}`]),
    ...resumeLines(resendImport, where),
  ].join('\n');

/** One line in the list of imports that can be resumed. */
export const interruptedText = ({ id, name, sent, toSend, interrupted }: ResendImport): string =>
  `  ${id}  ${printable(name)}, ${formatCount(sent)} of ${formatCount(toSend)} sent${interrupted > 0 ? `, ${formatCount(interrupted)} interrupted` : ''}`;
