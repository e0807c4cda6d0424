/** The report files of a certification. */
import { dirname } from 'node:path';
import { makeFolder, replaceFile } from '#main/kit/files.ts';
import { escapedJson } from '#shared/kit/visible-text.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { badgeOf } from '#shared/report/badge.ts';
import { htmlReport } from '#shared/report/html.ts';
import { junitReport } from '#shared/report/junit.ts';
import type { Report } from '#shared/report/report.ts';
import { version } from '../../../../package.json' with { type: 'json' };
import { CertifyUsageError } from './request.ts';

export interface ReportOptions {
  readonly junit?: string;
  readonly html?: string;
  readonly json?: string;
  readonly badge?: string;
}

/** The report files to write, each with its option. */
const filesOf = (options: ReportOptions) =>
  (['junit', 'html', 'json', 'badge'] as const).flatMap((option) => {
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
export async function makeFolders(options: ReportOptions): Promise<void> {
  for (const { option, path } of filesOf(options))
    await asUsageError(option, async () => makeFolder(dirname(path)));
}

export async function saveReports(
  options: ReportOptions,
  report: Report,
  json: string,
  profile: Pick<ProviderProfile, 'id'>,
): Promise<void> {
  const texts = {
    junit: junitReport(report),
    html: htmlReport(report),
    json: escapedJson(json),
    badge: badgeOf({ isCertified: report.verdict === 'passed', profile: profile.id, version }),
  };
  for (const { option, path } of filesOf(options))
    await asUsageError(option, () => replaceFile(path, texts[option]));
}
