/** `hookwright certify URL`: sends the suite to a receiver and says what came of it. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { realClock } from '#core/clock/real-clock.ts';
import { createTrust } from '#core/dispatch/trust.ts';
import { certify } from '#core/signatures/certify/certify.ts';
import { systemRandom } from '#core/system-random.ts';
import { htmlReport } from '#shared/report/html-report.ts';
import { junitReport } from '#shared/report/junit-report.ts';
import {
  countsText,
  outcomeWords,
  rejectsAllSigned,
  rejectsAllText,
  repeatedChecks,
  verdictText,
} from '#shared/report/outcome-words.ts';
import {
  CertificationReport,
  CertificationRequest,
  type CertificationResult,
} from '#shared/schemas/certification.ts';
import { jsonText } from './json-text.ts';

export interface CertifyOptions {
  readonly secret: string;
  readonly expectReject?: readonly number[];
  readonly header: Readonly<Record<string, string>>;
  readonly lookUp?: string;
  readonly skip: readonly { readonly code: string; readonly reason: string }[];
  readonly junit?: string;
  readonly html?: string;
  readonly json?: string;
}

/** What was asked for is not right; `message` says what, with its fix. */
export class CertifyMisuse extends Error {
  override readonly name = 'CertifyMisuse';
}

const optionNames: Readonly<Record<string, string>> = {
  url: 'URL',
  secret: '--secret',
  headers: '--header',
  expectReject: '--expect-reject',
  lookUpUrl: '--look-up',
  skip: '--skip',
};

function parse(url: string, options: CertifyOptions): CertificationRequest {
  const { secret, header, expectReject, lookUp, skip } = options;
  const input = {
    url,
    secret,
    headers: header,
    skip,
    ...(expectReject && { expectReject }),
    ...(lookUp !== undefined && { lookUpUrl: lookUp }),
  };
  const request = CertificationRequest.safeParse(input);
  if (request.success) return request.data;
  const sentences = request.error.issues.map(
    ({ path, message }: z.core.$ZodIssue) => `${optionNames[String(path[0])] ?? ''}: ${message}`,
  );
  throw new CertifyMisuse(sentences.join('\n'));
}

/** What was said before is not said again. */
const line = (
  { outcome, title, message, note }: CertificationResult,
  isRepeated: boolean,
): string => {
  const isBrief = outcome === 'passed' || isRepeated;
  const details = isBrief ? '' : `\n${' '.repeat(14)}${message} ${note ?? ''}`;
  return `${outcomeWords[outcome].padEnd(13)} ${title}${details.trimEnd()}\n`;
};

const reportFormats = {
  junit: junitReport,
  html: htmlReport,
  json: (report: CertificationReport) => jsonText(CertificationReport, report),
} as const;

/** The files that were asked for, each with the option that names it. */
const filesOf = (options: CertifyOptions) =>
  (['junit', 'html', 'json'] as const).flatMap((option) => {
    const path = options[option];
    return path === undefined ? [] : [{ option, path }];
  });

async function orMisuse(option: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CertifyMisuse(
      `--${option}: The report cannot be written there: ${reason}. Name another file.`,
    );
  }
}

/** Before anything is sent, so that nobody waits for a report that has no place. */
async function makeFolders(options: CertifyOptions): Promise<void> {
  for (const { option, path } of filesOf(options))
    await orMisuse(option, () => mkdir(dirname(path), { recursive: true }));
}

async function save(report: CertificationReport, options: CertifyOptions): Promise<void> {
  for (const { option, path } of filesOf(options))
    await orMisuse(option, () => writeFile(path, reportFormats[option](report)));
}

/** Whether it was certified. Throws a CertifyMisuse. */
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
