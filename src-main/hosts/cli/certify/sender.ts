/** `hookwright certify sender`: receives webhooks of a sender and judges it by a profile. */

import { certifySender } from '#main/certification/sender/certify-sender.ts';
import { openDataFolder } from '#main/hosts/headless/data-folder.ts';
import { plainSecretBox } from '#main/hosts/headless/plain-secret-box.ts';
import { printError, printLines } from '#main/hosts/headless/print.ts';
import { currentDataFolder } from '#main/hosts/headless/workspace.ts';
import { connectionLimit, createConnectionCounter } from '#main/kit/connections.ts';
import { replaceFile } from '#main/kit/files.ts';
import { openGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import { systemRandom } from '#main/kit/random.ts';
import { steadyClock } from '#main/kit/steady-clock.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import {
  type CertificateIssuer,
  createCertificateIssuer,
} from '#main/settings/certificates/development-ca.ts';
import { createMockCertificates } from '#main/settings/certificates/mock-certificates.ts';
import {
  SenderCertificationRequest,
  SenderReport,
  type SenderResult,
} from '#shared/certification/sender.ts';
import {
  countsText,
  ignoredText,
  judgedText,
  nextStepText,
  nextTarget,
  outcomeLabels,
  responseText,
  senderVerdictText,
  targetTitles,
} from '#shared/certification/text.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { formatTime } from '#shared/kit/format.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { basisNotes, evidenceDetails, senderReport } from '#shared/report/certification-report.ts';
import { detailLines } from '#shared/report/report.ts';
import { announce, originsOf } from '../announce.ts';
import { exitCodes } from '../command.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { createLiveLine, jsonText } from '../output.ts';
import type { RestartOptions } from '../scenarios/run-options.ts';
import { serverProgramOf } from '../scenarios/server-program.ts';
import { prepareReports, type ReportOptions, saveReports } from './report-files.ts';
import { CertifyUsageError, parseRequest, profileFrom } from './request.ts';

export interface CertifySenderOptions extends ReportOptions, RestartOptions {
  readonly profile?: string;
  readonly secret?: string;
  readonly previousSecret?: string;
  readonly trigger?: string;
  readonly clock?: string;
  readonly maxTime?: number;
  readonly host: string;
  readonly port?: number;
  readonly tlsPort?: number;
  readonly data?: string;
  readonly caOut?: string;
  readonly skip: readonly { readonly code: string; readonly reason: string }[];
}

const optionNames: Readonly<Record<string, string>> = {
  profile: '--profile',
  secret: '--secret',
  previousSecret: '--previous-secret',
  triggerUrl: '--trigger',
  clockUrl: '--clock',
  port: '--port',
  tlsPort: '--tls-port',
  maxTimeMs: '--max-time',
  skip: '--skip',
};

/** Options that may help to observe a check. */
const checkOptions: Partial<Record<SenderResult['code'], readonly string[]>> = {
  rotation: ['--previous-secret'],
  backoff: ['--clock', '--max-time', '--profile'],
  gives_up: ['--clock', '--max-time', '--profile'],
};

function optionsText({ code, outcome }: SenderResult): readonly string[] {
  const options = outcome === 'not_observed' ? checkOptions[code] : undefined;
  return options === undefined
    ? []
    : [`Options that may help: ${[...options, `--skip ${code}=REASON`].join(', ')}`];
}

const maxEvidence = 3;

function resultLines(result: SenderResult): readonly string[] {
  const { outcome, title, message, basis, evidence } = result;
  const note = outcome === 'warned' ? basisNotes[basis] : null;
  const lines = evidenceDetails(evidence);
  const details =
    outcome === 'passed'
      ? []
      : [
          note === null ? message : `${message} ${note}`,
          ...optionsText(result),
          ...lines.slice(0, maxEvidence).flatMap(detailLines),
          ...(lines.length > maxEvidence
            ? [`${lines.length - maxEvidence} more in the reports (--html, --json, --junit)`]
            : []),
        ];
  return [
    `${outcomeLabels[outcome].padEnd(13)} ${title}`,
    ...details.map((text) => `${' '.repeat(14)}${text}`),
  ];
}

const startLines = ({ targets, trigger }: SenderReport): readonly string[] => [
  trigger === null ? 'Send messages to these URLs:' : 'Triggering messages to these URLs:',
  ...targets.map(
    ({ name, url, needed }) => `${String(needed).padStart(4)}  ${url}  ${targetTitles[name]}`,
  ),
  '',
];

/** Writes the certificate that the sender must trust for the URLs with certificates. */
async function writeCa(file: string, issuer: CertificateIssuer): Promise<void> {
  const { certificate } = await issuer.issuingPair();
  try {
    await replaceFile(file, certificate);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CertifyUsageError(`--ca-out: Can't write the file: ${reason}. Choose another file.`);
  }
}

/** The missing checks are listed after this long without a new attempt. */
const quietMs = 3_000;

const maxTitles = 3;

function waitingText({ results, endsAt }: SenderReport): string {
  const titles = results.flatMap(({ outcome, title }) =>
    outcome === 'not_observed' ? [title] : [],
  );
  const others = titles.length > maxTitles ? [`and ${titles.length - maxTitles} more`] : [];
  const missing = [...titles.slice(0, maxTitles), ...others].join(', ') || 'more requests';
  return `Not observed yet: ${missing}. Ends by ${formatTime(endsAt)}.`;
}

/** What the user must send, why the trigger can't, or what is missing. */
function stepText(report: SenderReport, isQuiet: boolean): string {
  const { trigger } = report;
  if (trigger !== null && trigger.problem !== null) return `${trigger.problem} Retrying.`;
  const next = trigger === null ? nextTarget(report) : undefined;
  if (next !== undefined) return `${nextStepText(next)}: ${next.url}`;
  return isQuiet ? waitingText(report) : '';
}

const leftMs = ({ startedAt, endsAt, durationMs }: SenderReport): number =>
  endsAt - startedAt - durationMs;

/** "15 of 26 checks · ends within 24 s". */
const liveText = (report: SenderReport): string =>
  `${judgedText(report)} · ends within ${formatDuration(Math.ceil(leftMs(report) / 1_000) * 1_000)}`;

/** One line per attempt, as it arrives, and the next step whenever it changes. */
function createProgress(now: () => number) {
  let shown = 0;
  let step = '';
  let changedAt = now();
  return (report: SenderReport): readonly string[] => {
    const { messages } = report;
    const attempts = messages
      .flatMap(({ number, case: name, attempts }) =>
        attempts.map((attempt, index) => ({ ...attempt, number, name, index })),
      )
      .sort((a, b) => a.atMs - b.atMs);
    const lines = attempts.slice(shown).map((attempt) => {
      const { number, name, index, atMs } = attempt;
      const response = responseText({ case: name }, attempt);
      return `${formatDuration(Math.round(atMs)).padStart(12)}  message ${number}, attempt ${index + 1}: ${response}`;
    });
    shown = attempts.length;
    if (lines.length > 0) changedAt = now();
    const next = stepText(report, now() - changedAt >= quietMs);
    const isNew = next !== '' && next !== step && !report.complete;
    if (isNew) step = next;
    return [...lines, ...(isNew ? [next] : [])];
  };
}

export const senderExitCodes = {
  certified: 0,
  failed: 1,
  incomplete: 3,
  inconclusive: 3,
  interrupted: 130,
} as const;

/** With the name of the option. Throws other errors again. */
function asUsageError(error: unknown): CertifyUsageError {
  if (!(error instanceof Error && error.name === 'AppError')) throw error;
  const { field, message, fix } = error as Error & { field?: string; fix?: string };
  const option = field === undefined ? '' : `${optionNames[field] ?? field}: `;
  return new CertifyUsageError(`${option}${message}${fix === undefined ? '' : ` ${fix}`}`);
}

/** Returns the exit code. Throws a CertifyUsageError. */
export async function certifySenderCommand(options: CertifySenderOptions): Promise<number> {
  const request = parseRequest(
    SenderCertificationRequest,
    {
      profile: profileFrom(options.profile),
      secret: options.secret,
      port: options.port,
      tlsPort: options.tlsPort,
      previousSecret: options.previousSecret,
      maxTimeMs: options.maxTime,
      skip: options.skip,
      triggerUrl: options.trigger,
      clockUrl: options.clock,
    },
    optionNames,
  );
  const { triggerUrl } = request;
  if (options.restartWith !== undefined && triggerUrl === undefined)
    throw new CertifyUsageError('--restart-with: Also set --trigger, the URL of your server.');
  await prepareReports(options, profileOf(request));
  announce({
    servers: originsOf(options.trigger, options.clock),
    variables: [],
    command: options.restartWith,
  });
  const dataFolder = currentDataFolder(options.data);
  openDataFolder(dataFolder, { warn: printError });
  const issuer = createCertificateIssuer(dataFolder.path, plainSecretBox, systemRandom);
  if (options.caOut !== undefined) await writeCa(options.caOut, issuer);
  const tools = {
    trust: createTrust(() => []),
    gate: openGate,
    clock: steadyClock,
    random: systemRandom,
    listening: {
      host: options.host,
      certificates: createMockCertificates(issuer, systemRandom, options.host),
      connections: createConnectionCounter(connectionLimit()),
    },
  };
  const serverProgram = serverProgramOf(options);
  const restartSender =
    serverProgram &&
    triggerUrl &&
    ((ended: () => void) => serverProgram.restart(triggerUrl, ended));
  const interruption = new AbortController();
  const ignoreInterrupts = onInterrupt(() => interruption.abort());
  const progress = createProgress(steadyClock.now);
  const line = createLiveLine(process.stderr);
  let report: SenderReport | undefined;
  let failure: CertifyUsageError | Inconclusive | undefined;
  try {
    if (triggerUrl !== undefined) await serverProgram?.ensure(triggerUrl);
    const run = { ...tools, ...(restartSender && { restartSender }) };
    for await (const next of certifySender(run, request, interruption.signal)) {
      line.clear();
      if (report === undefined) printLines(startLines(next));
      printLines(progress(next));
      if (!next.complete) line.show(liveText(next));
      report = next;
    }
  } catch (error) {
    failure = error instanceof Inconclusive ? error : asUsageError(error);
  } finally {
    line.clear();
    await serverProgram?.end();
    ignoreInterrupts();
  }
  // What was seen before the trigger failed is still reported.
  if (report !== undefined && (failure === undefined || report.messages.length > 0)) {
    const ignored = ignoredText(report);
    printLines([
      '',
      ...report.results.flatMap(resultLines),
      '',
      `${senderVerdictText(report)}: ${countsText(report)}.`,
      ...(ignored === null ? [] : [`${ignored}.`]),
    ]);
    const json = `${jsonText(SenderReport, report)}\n`;
    await saveReports(options, senderReport(report), json, report.profile);
  }
  if (failure instanceof Inconclusive) {
    printError([failure.message]);
    return exitCodes.undecided;
  }
  if (failure !== undefined) throw failure;
  if (interruption.signal.aborted) return senderExitCodes.interrupted;
  return senderExitCodes[report?.verdict ?? 'incomplete'];
}
