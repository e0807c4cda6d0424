/** `hookwright certify sender`: receives webhooks of a sender and judges it by a profile. */
import { writeFile } from 'node:fs/promises';

import {
  type CertificateIssuer,
  createCertificateIssuer,
} from '#core/certificates/development-ca.ts';
import { reachableBy } from '#core/certificates/host-names.ts';
import { createReceiverCertificates } from '#core/certificates/receiver-certificates.ts';
import { certifySender } from '#core/certification/sender/certify-sender.ts';
import { realClock } from '#core/clock/real-clock.ts';
import { createTrust } from '#core/http-client/trust.ts';
import { systemRandom } from '#core/system-random.ts';
import { formatDuration } from '#shared/lib/duration.ts';
import { evidencePlace, senderDocument } from '#shared/report/certification-document.ts';
import {
  senderCountsText,
  senderOutcomeLabels,
  senderVerdictText,
} from '#shared/report/sender-labels.ts';
import {
  SenderCertificationRequest,
  SenderReport,
  type SenderResult,
} from '#shared/schemas/sender-certification.ts';
import { plainSecretBox } from '../../headless/plain-secret-box.ts';
import { defaultDataFolder } from '../../headless/workspace.ts';
import { jsonText } from '../json-text.ts';
import { makeFolders, type ReportOptions, saveReports } from './report-files.ts';
import { CertifyUsageError, parseRequest, profileFrom } from './request.ts';

export interface CertifySenderOptions extends ReportOptions {
  readonly profile?: string;
  readonly secret?: string;
  readonly previousSecret?: string;
  readonly trigger?: string;
  readonly clock?: string;
  readonly maxTime?: number;
  readonly host: string;
  readonly port?: number;
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
  maxTimeMs: '--max-time',
  skip: '--skip',
};

function resultText({ outcome, title, message, basis, evidence }: SenderResult): string {
  const note =
    basis === 'undocumented' && outcome === 'warned' ? ' The provider documents nothing here.' : '';
  const details =
    outcome === 'passed'
      ? []
      : [`${message}${note}`, ...evidence.map((of) => `${evidencePlace(of)}: ${of.text}`)];
  return [
    `${senderOutcomeLabels[outcome].padEnd(13)} ${title}`,
    ...details.map((text) => `${' '.repeat(14)}${text}`),
  ].join('\n');
}

function startText(report: SenderReport, isTriggered: boolean): string {
  const { url, goneUrl, tlsUrls, messagesNeeded } = report;
  const task = isTriggered ? 'Triggers' : 'Send';
  const count = messagesNeeded - (goneUrl === null ? 0 : 1);
  const lines = [`${task} ${count} messages to ${url}`];
  if (goneUrl !== null) lines.push(`and 1 to ${goneUrl}, which responds as a disabled endpoint`);
  if (tlsUrls !== null)
    lines.push(
      `${isTriggered ? 'and' : 'Then send'} one to each of`,
      `  ${tlsUrls.good}  valid certificate`,
      `  ${tlsUrls.expired}  expired certificate`,
      `  ${tlsUrls.wrong_host}  certificate of another host`,
      `  ${tlsUrls.self_signed}  self-signed certificate`,
    );
  return `${lines.join('\n')}\n\n`;
}

/** Writes the certificate that the sender must trust for the URLs with certificates. */
async function writeCa(file: string, issuer: CertificateIssuer): Promise<void> {
  const { certificate } = await issuer.issuingPair();
  try {
    await writeFile(file, certificate);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CertifyUsageError(`--ca-out: Can't write the file: ${reason}. Choose another file.`);
  }
}

/** One line per attempt, as it arrives. */
function createProgress() {
  let shown = 0;
  return ({ messages }: SenderReport): string => {
    const attempts = messages
      .flatMap(({ number, case: name, attempts }) =>
        attempts.map((attempt, index) => ({ ...attempt, number, name, index })),
      )
      .sort((a, b) => a.atMs - b.atMs);
    const lines = attempts.slice(shown).map(({ number, name, index, atMs, status }) => {
      const response = status === null ? (name === 'reset' ? 'reset' : 'no response') : status;
      return `${formatDuration(Math.round(atMs)).padStart(12)}  message ${number}, attempt ${index + 1}: ${response}\n`;
    });
    shown = attempts.length;
    return lines.join('');
  };
}

export const senderExitCodes = {
  certified: 0,
  failed: 1,
  incomplete: 3,
  interrupted: 130,
} as const;

/** Returns the exit code. Throws a CertifyUsageError. */
export async function certifySenderCommand(options: CertifySenderOptions): Promise<number> {
  const request = parseRequest(
    SenderCertificationRequest,
    {
      profile: profileFrom(options.profile),
      secret: options.secret,
      port: options.port,
      previousSecret: options.previousSecret,
      maxTimeMs: options.maxTime,
      skip: options.skip,
      triggerUrl: options.trigger,
      clockUrl: options.clock,
    },
    optionNames,
  );
  await makeFolders(options);
  const issuer = createCertificateIssuer(
    options.data ?? defaultDataFolder(),
    plainSecretBox,
    systemRandom,
  );
  if (options.caOut !== undefined) await writeCa(options.caOut, issuer);
  const tools = {
    trust: createTrust(() => []),
    now: realClock.now,
    random: systemRandom,
    host: options.host,
    certificates: createReceiverCertificates(issuer, systemRandom, reachableBy(options.host)),
  };
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  const progress = createProgress();
  let report: SenderReport | undefined;
  try {
    for await (const next of certifySender(tools, request, interruption.signal)) {
      if (report === undefined)
        process.stdout.write(startText(next, request.triggerUrl !== undefined));
      process.stdout.write(progress(next));
      report = next;
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AppError')) throw error;
    const { field, message, fix } = error as Error & { field?: string; fix?: string };
    const option = field === undefined ? '' : `${optionNames[field] ?? field}: `;
    throw new CertifyUsageError(`${option}${message}${fix === undefined ? '' : ` ${fix}`}`);
  } finally {
    process.off('SIGINT', interrupt);
  }
  if (report === undefined) return senderExitCodes.incomplete;
  process.stdout.write(
    `\n${report.results.map(resultText).join('\n')}\n\n${senderVerdictText(report)}: ${senderCountsText(report)}.\n`,
  );
  await saveReports(options, senderDocument(report), jsonText(SenderReport, report));
  return interruption.signal.aborted
    ? senderExitCodes.interrupted
    : senderExitCodes[report.verdict];
}
