/** `hookwright certify URL`: sends the checks to a receiver and reports the results. */

import { certify } from '#main/certification/receiver/certify-receiver.ts';
import { printLines } from '#main/hosts/headless/print.ts';
import { openGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import { systemRandom } from '#main/kit/random.ts';
import { realClock } from '#main/kit/real-clock.ts';
import {
  CertificationReport,
  CertificationRequest,
  type CertificationResult,
  certificationGroupTitles,
} from '#shared/certification/receiver.ts';
import {
  countsText,
  isInconclusive,
  outcomeLabels,
  rejectsAllSigned,
  rejectsAllText,
  repeatedChecks,
  verdictText,
} from '#shared/certification/text.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { receiverReport } from '#shared/report/certification-report.ts';
import { announce, originsOf } from '../announce.ts';
import { exitCodes } from '../command.ts';
import { jsonText } from '../output.ts';
import { prepareReports, type ReportOptions, saveReports } from './report-files.ts';
import { parseRequest, profileFrom } from './request.ts';

export interface CertifyOptions extends ReportOptions {
  readonly secret?: string;
  readonly profile?: string;
  readonly expectReject?: readonly number[];
  readonly header: Readonly<Record<string, string>>;
  readonly lookupUrl?: string;
  readonly skip: readonly { readonly code: string; readonly reason: string }[];
}

const optionNames: Readonly<Record<string, string>> = {
  url: '<url>',
  secret: '--secret',
  profile: '--profile',
  headers: '--header',
  expectReject: '--expect-reject',
  lookupUrl: '--lookup-url',
  skip: '--skip',
};

const detailIndent = ' '.repeat(14);

/** A message that an earlier check printed is not repeated. A passed check has a note at most. */
const resultLines = (
  { outcome, title, message, note }: CertificationResult,
  isRepeated: boolean,
): readonly string[] => {
  const details = isRepeated
    ? ['Same as above']
    : [...(outcome === 'passed' ? [] : [message]), ...(note === null ? [] : [note])];
  return [
    `${outcomeLabels[outcome].padEnd(13)} ${title}`,
    ...details.map((text) => `${detailIndent}${text}`),
  ];
};

/** Above the first check of each group. */
function headingOf({ results }: CertificationReport): readonly string[] {
  const [newest, before] = [results.at(-1), results.at(-2)];
  if (newest === undefined || newest.group === before?.group) return [];
  return [...(before === undefined ? [] : ['']), certificationGroupTitles[newest.group]];
}

/** Returns the exit code. Throws a CertifyUsageError. */
export async function certifyReceiver(url: string, options: CertifyOptions): Promise<number> {
  const { secret = '', profile, header, expectReject, lookupUrl, skip } = options;
  const request = parseRequest(
    CertificationRequest,
    { url, secret, headers: header, skip, expectReject, lookupUrl, profile: profileFrom(profile) },
    optionNames,
  );
  await prepareReports(options, profileOf(request));
  announce({ servers: originsOf(url, lookupUrl), variables: [] });
  const tools = {
    trust: createTrust(() => []),
    gate: openGate,
    now: realClock.now,
    random: systemRandom,
  };
  let report: CertificationReport | undefined;
  for await (report of certify(tools, request)) {
    const newest = report.results.at(-1);
    if (newest !== undefined)
      printLines([
        ...headingOf(report),
        ...resultLines(newest, repeatedChecks(report).has(newest.code)),
      ]);
  }
  if (report === undefined) return exitCodes.failed;
  const cause = rejectsAllSigned(report) ? [rejectsAllText(report, '--secret')] : [];
  printLines(['', ...cause, `${verdictText(report)}: ${countsText(report)}.`]);
  const json = `${jsonText(CertificationReport, report)}\n`;
  await saveReports(options, receiverReport(report), json, report.profile);
  if (isInconclusive(report)) return exitCodes.undecided;
  return report.certified ? 0 : exitCodes.failed;
}
