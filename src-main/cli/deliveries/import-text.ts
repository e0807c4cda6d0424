/** A file of requests and what came of it, as a person reads them on the terminal. */
import type { ResendImport } from '#shared/schemas/resend-import.ts';

const number = (count: number): string => count.toLocaleString('en');

const requests = (count: number): string =>
  `${number(count)} ${count === 1 ? 'request' : 'requests'}`;

/** What the file says may hold what a terminal would act on. */
const harmless = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');

/** As the command line was given. */
interface Given {
  /** The webhook that everything goes to; absent: where the file says. */
  readonly to?: string;
  /** With the headers and the signature of the file. */
  readonly asIs?: boolean;
}

const redactedHeaderLines = (told: ResendImport): readonly string[] => [
  ...told.redactedHeaders.map(
    ({ name, requests: count }) =>
      `  ${name} is redacted in ${requests(count)}: left out unless given with --header`,
  ),
  ...(told.otherRedactedHeaders > 0
    ? [`  ${number(told.otherRedactedHeaders)} more redacted header lines: left out`]
    : []),
];

const toWebhookLines = (told: ResendImport, to: string, asIs: boolean): readonly string[] => [
  `  ${requests(told.bodies)} to ${harmless(to)}, ${asIs ? 'with the headers and the signature of the file' : 're-signed'}`,
  // Signed anew they carry the headers of the webhook, none of the file.
  ...(asIs ? redactedHeaderLines(told) : []),
];

const asFileSaysLines = (told: ResendImport): readonly string[] => [
  ...told.origins.map(
    ({ origin, requests: count, loopback }) =>
      `  ${requests(count)} to ${origin}${loopback ? '' : ', which is not this machine'}`,
  ),
  ...(told.otherOrigins > 0 ? [`  ${requests(told.otherOrigins)} to further origins`] : []),
  ...(told.redactedUrls > 0
    ? [`  ${requests(told.redactedUrls)} with a secret left out of the URL: only to a webhook`]
    : []),
  ...redactedHeaderLines(told),
];

/** What the file holds, and where its requests would go. */
export function importPlanText(told: ResendImport, { to, asIs = false }: Given = {}): string {
  const what = told.format === 'har' ? 'entries' : 'lines';
  const rest = told.badEntryCount - told.badEntries.length;
  return [
    `${number(told.entries)} ${what} read; ${requests(told.bodies)} can be sent.`,
    ...told.skippedEntries.map(({ reason, count }) => `  ${number(count)} passed over: ${reason}`),
    ...told.badEntries.map(
      ({ line, reason }) =>
        `  ${told.format === 'har' ? 'Entry' : 'Line'} ${line}: ${harmless(reason)}`,
    ),
    ...(rest > 0 ? [`  and ${number(rest)} more that cannot be sent`] : []),
    ...(to === undefined ? asFileSaysLines(told) : toWebhookLines(told, to, asIs)),
  ].join('\n');
}

/** Requests without an outcome: in flight when the program ended, or still waiting for a response. */
function openText({ sent, delivered, failed, blocked, interrupted }: ResendImport): string {
  const waiting = sent - delivered - failed - blocked - interrupted;
  return [
    ...(interrupted > 0 ? [`, ${number(interrupted)} interrupted`] : []),
    ...(waiting > 0 ? [`, ${number(waiting)} without a response`] : []),
  ].join('');
}

function resumeLines(told: ResendImport, where: readonly string[]): readonly string[] {
  const { id, state, sent, toSend, interrupted } = told;
  if (state !== 'interrupted') return [];
  const command = ['hookwright deliveries resume-import', id, ...where].join(' ');
  const again = `${command} --resend-interrupted`;
  return [
    ...(sent < toSend || interrupted === 0 ? [`  Send the rest with: ${command}`] : []),
    ...(interrupted === 0
      ? []
      : [
          `  Send ${sent < toSend ? 'the rest and the' : 'the'} interrupted again with: ${again}`,
          '  The receiver may get interrupted requests twice.',
        ]),
  ];
}

/** What came of it; `where` are the options that lead `resume-import` to the same host. */
export const importDoneText = (told: ResendImport, where: readonly string[]): string =>
  [
    `${number(told.sent)} of ${requests(told.toSend)} sent${told.state === 'done' ? '' : ` (${told.state})`}.`,
    `  ${number(told.delivered)} delivered, ${number(told.failed)} failed, ${number(told.blocked)} blocked${openText(told)}.`,
    ...(told.problem === null ? [] : [`  ${told.problem}`]),
    ...resumeLines(told, where),
  ].join('\n');

/** An import among several that can be resumed. */
export const interruptedText = ({ id, name, sent, toSend, interrupted }: ResendImport): string =>
  `  ${id}  ${harmless(name)}, ${number(sent)} of ${number(toSend)} sent${interrupted > 0 ? `, ${number(interrupted)} interrupted` : ''}`;
