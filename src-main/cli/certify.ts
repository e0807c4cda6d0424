/** `hookwright certify URL`: sends the checks to a receiver and reports the results. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { certify } from '#core/certification/receiver/certify-receiver.ts';
import { realClock } from '#core/clock/real-clock.ts';
import { createTrust } from '#core/http-client/trust.ts';
import { systemRandom } from '#core/system-random.ts';
import {
  countsText,
  outcomeLabels,
  rejectsAllSigned,
  rejectsAllText,
  repeatedChecks,
  verdictText,
} from '#shared/report/certification-labels.ts';
import { htmlReport } from '#shared/report/html-report.ts';
import { junitReport } from '#shared/report/junit-report.ts';
import {
  CertificationReport,
  CertificationRequest,
  type CertificationResult,
} from '#shared/schemas/certification.ts';
import { jsonText } from './json-text.ts';

export interface CertifyOptions {
  readonly secret?: string;
  readonly profile?: string;
  readonly expectReject?: readonly number[];
  readonly header: Readonly<Record<string, string>>;
  readonly lookupUrl?: string;
  readonly skip: readonly { readonly code: string; readonly reason: string }[];
  readonly junit?: string;
  readonly html?: string;
  readonly json?: string;
}

/** An invalid argument or option; `message` names it and the fix. */
export class CertifyUsageError extends Error {
  override readonly name = 'CertifyUsageError';
}

const optionNames: Readonly<Record<string, string>> = {
  url: 'URL',
  secret: '--secret',
  profile: '--profile',
  headers: '--header',
  expectReject: '--expect-reject',
  lookupUrl: '--lookup-url',
  skip: '--skip',
};

function parse(url: string, options: CertifyOptions): CertificationRequest {
  const { secret = '', profile, header, expectReject, lookupUrl, skip } = options;
  const input = {
    url,
    secret,
    headers: header,
    skip,
    ...(profile !== undefined && { profile }),
    ...(expectReject && { expectReject }),
    ...(lookupUrl !== undefined && { lookupUrl }),
  };
  const request = CertificationRequest.safeParse(input);
  if (request.success) return request.data;
  const messages = request.error.issues.map(
    ({ path, message }: z.core.$ZodIssue) => `${optionNames[String(path[0])] ?? ''}: ${message}`,
  );
  throw new CertifyUsageError(messages.join('\n'));
}

/** A message that an earlier check printed is not repeated. */
const line = (
  { outcome, title, message, note }: CertificationResult,
  isRepeated: boolean,
): string => {
  const isBrief = outcome === 'passed' || isRepeated;
  const details = isBrief ? '' : `\n${' '.repeat(14)}${message} ${note ?? ''}`;
  return `${outcomeLabels[outcome].padEnd(13)} ${title}${details.trimEnd()}\n`;
};

const reportFormats = {
  junit: junitReport,
  html: htmlReport,
  json: (report: CertificationReport) => jsonText(CertificationReport, report),
} as const;

/** The report files to write, each with its option. */
const filesOf = (options: CertifyOptions) =>
  (['junit', 'html', 'json'] as const).flatMap((option) => {
    const path = options[option];
    return path === undefined ? [] : [{ option, path }];
  });

async function asUsageError(option: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CertifyUsageError(
      `--${option}: Can't write the report: ${reason}. Choose another file.`,
    );
  }
}

/** Runs before the checks, so that a bad path fails early. */
async function makeFolders(options: CertifyOptions): Promise<void> {
  for (const { option, path } of filesOf(options))
    await asUsageError(option, () => mkdir(dirname(path), { recursive: true }));
}

async function save(report: CertificationReport, options: CertifyOptions): Promise<void> {
  for (const { option, path } of filesOf(options))
    await asUsageError(option, () => writeFile(path, reportFormats[option](report)));
}

/** Whether the receiver was certified. Throws a CertifyUsageError. */
export async function runCertify(url: string, options: CertifyOptions): Promise<boolean> {
  const request = parse(url, options);
  await makeFolders(options);
  const tools = { trust: createTrust(() => []), now: realClock.now, random: systemRandom };
  let report: CertificationReport | undefined;
  for await (report of certify(tools, request)) {
    const newest = report.results.at(-1);
    if (newest !== undefined)
      process.stdout.write(line(newest, repeatedChecks(report).has(newest.code)));
  }
  if (report === undefined) return false;
  const cause = rejectsAllSigned(report) ? `${rejectsAllText('--secret')}\n` : '';
  process.stdout.write(`\n${cause}${verdictText(report)}: ${countsText(report)}.\n`);
  await save(report, options);
  return report.certified;
}
