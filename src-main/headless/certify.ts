/** `hookwright certify URL`: sends the suite to a receiver and says what came of it. */
import { writeFile } from 'node:fs/promises';
import type { z } from 'zod';
import { createTrust } from '#core/dispatch/trust.ts';
import { realClock } from '#core/schedule/real-clock.ts';
import { certify } from '#core/signatures/certify/certify.ts';
import { systemRandom } from '#core/system-random.ts';
import { htmlReport } from '#shared/lib/certification/html-report.ts';
import { junitReport } from '#shared/lib/certification/junit-report.ts';
import {
  countsText,
  outcomeWords,
  refusesAllSigned,
  refusesAllText,
  repeatedChecks,
  verdictText,
} from '#shared/lib/certification/outcome-words.ts';
import {
  type CertificationReport,
  CertificationRequest,
  type CertificationResult,
} from '#shared/schemas/certification.ts';

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

/** What was asked for is not right; `message` says what, with its mend. */
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
  { outcome, title, sentence, note }: CertificationResult,
  isRepeated: boolean,
): string => {
  const isBrief = outcome === 'passed' || isRepeated;
  const details = isBrief ? '' : `\n${' '.repeat(14)}${sentence} ${note ?? ''}`;
  return `${outcomeWords[outcome].padEnd(13)} ${title}${details.trimEnd()}\n`;
};

async function save(report: CertificationReport, options: CertifyOptions): Promise<void> {
  const files = [
    [options.junit, junitReport],
    [options.html, htmlReport],
    [options.json, (one: CertificationReport) => `${JSON.stringify(one, null, 2)}\n`],
  ] as const;
  for (const [path, format] of files) if (path !== undefined) await writeFile(path, format(report));
}

/** Whether it was certified. Throws a CertifyMisuse. */
export async function runCertify(url: string, options: CertifyOptions): Promise<boolean> {
  const request = parse(url, options);
  const tools = { trust: createTrust(() => []), now: realClock.now, random: systemRandom };
  let report: CertificationReport | undefined;
  for await (report of certify(tools, request)) {
    const newest = report.results.at(-1);
    if (newest !== undefined)
      process.stdout.write(line(newest, repeatedChecks(report).has(newest.code)));
  }
  if (report === undefined) return false;
  await save(report, options);
  const cause = refusesAllSigned(report) ? `${refusesAllText('--secret')}\n` : '';
  process.stdout.write(`\n${cause}${verdictText(report)}: ${countsText(report)}.\n`);
  return report.certified;
}
